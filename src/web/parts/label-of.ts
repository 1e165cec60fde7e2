/**
 * The label of what an answer names; its own word where the server is newer than this page. Give the labels the type of
 * a `Record` over their union, so that none is left out.
 */
export const labelOf = <K extends string | number>(
  labels: Record<K, string>,
  name: string | number,
): string => Object.entries<string>(labels).find(([known]) => known === String(name))?.[1] ?? String(name)
