import { badRequest } from '../../runner/refusals.ts'

/** Where a page ended: the sorted value and the id of its last row. */
export interface Cursor {
  value: string | number
  id: string
}

/** A cursor as clients carry it; it holds only for the sorting it was made by. */
export const cursorOf = (sort: string, { value, id }: Cursor): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')

/** The place that a client's cursor means; 400 for one that is not ours or of another sorting. */
export const readCursor = (
  text: string | undefined,
  sort: string,
  type: 'string' | 'number',
): Cursor | undefined => {
  if (text === undefined) return undefined
  const [itsSort, value, id] = partsOf(text)
  const isRight = itsSort === sort && typeof value === type && typeof id === 'string'
  if (!isRight) throw badRequest('Unknown query value: cursor')
  return { value: value as string | number, id }
}

const partsOf = (text: string): unknown[] => {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
