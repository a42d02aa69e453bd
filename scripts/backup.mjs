// npm run backup -- FILE: writes a backup of the database, while servers run.
import { runTransfer } from './setup/run-transfer.mjs';

await runTransfer('backup');
