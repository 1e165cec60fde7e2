import { badRequestError } from '../../runner/refusals.ts'

/** End of a page: the sort value of its last row, the value that orders equal rows, and the id. */
export interface PageCursor {
  value: string | number
  also: string | number | null
  id: string
}

type Type = 'string' | 'number'

/** Encodes a cursor for clients; it is valid only for the sort that it was made with. */
export const encodeCursor = (sort: string, { value, also, id }: PageCursor): string =>
  Buffer.from(JSON.stringify([sort, value, also, id])).toString('base64url')

/** Decodes a client's cursor. Throws 400 if it is malformed or of another sort. */
export const decodeCursor = (
  text: string | undefined,
  sort: string,
  type: Type,
  alsoType: Type | null,
): PageCursor | undefined => {
  if (text === undefined) return undefined
  const [itsSort, value, also, id] = partsOf(text)
  const isRight =
    itsSort === sort &&
    typeof value === type &&
    (alsoType === null ? also === null : typeof also === alsoType) &&
    typeof id === 'string'
  if (!isRight) throw badRequestError('Unknown query value: cursor')
  return { value: value as string | number, also: also as string | number | null, id }
}

const partsOf = (text: string): unknown[] => {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
