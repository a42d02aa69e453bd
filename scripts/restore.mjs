// npm run restore -- FILE: restores a backup into the empty database of the settings.
import { runTransfer } from './setup/run-transfer.mjs';

await runTransfer('restore');
