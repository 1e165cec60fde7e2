import { badRequest } from '../../runner/refusals.ts'

/** Where a page ended: the sorted value of its last row, by what that is told from rows alike, and its id. */
export interface Cursor {
  value: string | number
  also: string | number | null
  id: string
}

type Type = 'string' | 'number'

/** A cursor as clients carry it; it holds only for the sorting it was made by. */
export const cursorOf = (sort: string, { value, also, id }: Cursor): string =>
  Buffer.from(JSON.stringify([sort, value, also, id])).toString('base64url')

/** The place that a client's cursor means; 400 for one that is not ours or of another sorting. */
export const readCursor = (
  text: string | undefined,
  sort: string,
  type: Type,
  alsoType: Type | null,
): Cursor | undefined => {
  if (text === undefined) return undefined
  const [itsSort, value, also, id] = partsOf(text)
  const isRight =
    itsSort === sort &&
    typeof value === type &&
    (alsoType === null ? also === null : typeof also === alsoType) &&
    typeof id === 'string'
  if (!isRight) throw badRequest('Unknown query value: cursor')
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
