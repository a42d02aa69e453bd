import { config } from 'zod';

// Before any schema is created: zod would otherwise probe `new Function`, which the page's content security policy
// forbids and reports.
config({ jitless: true });

export * from 'zod';
