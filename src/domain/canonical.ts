/** One text for one value, whatever order its keys came in: what hashes are made of. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortedKeys)

const sortedKeys = (_key: string, value: unknown): unknown =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
