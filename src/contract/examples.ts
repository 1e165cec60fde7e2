import kept from './examples.json' with { type: 'json' }
import type { Example } from './openapi.ts'

/** One example of every operation that answers or is sent JSON, by its id; `npm run examples` takes them from test runs. */
export const EXAMPLES: Readonly<Record<string, Example>> = kept
