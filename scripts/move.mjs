// npm run move -- --from ADDRESS --to ADDRESS: copies everything to an empty database.
import { runTransfer } from './setup/run-transfer.mjs';

await runTransfer('move');
