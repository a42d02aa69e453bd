/** How long an install link works, in hours. Without schemas, for the console's texts. */
export const INSTALL_HOURS = 24;
