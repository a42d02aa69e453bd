export const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
