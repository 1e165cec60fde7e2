import kept from './examples.json' with { type: 'json' }
import type { OperationExample } from './openapi.ts'

/** One example of every operation with JSON, by its id; `npm run examples` takes them from test runs. */
export const EXAMPLES: Readonly<Record<string, OperationExample>> = kept
