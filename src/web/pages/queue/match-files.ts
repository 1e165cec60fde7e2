/** Row to which a file may belong. */
interface NamedRow {
  id: string
  name: string
  organisation: { name: string }
}

/** Files by the id of their row, and the files that match no row or more than one. */
export interface FileRowAssignments<F> {
  byRow: ReadonlyMap<string, F>
  left: readonly F[]
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

const withoutEnd = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/i, '')

const lengthOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + word.length, 0)

const A_NAME = 1000

/**
 * Scores how well a file matches a row: best by its id, then by its name, the longer the better, then by its
 * organisation; 0 if not at all.
 */
const fitOf = (file: ReadonlySet<string>, row: NamedRow): number => {
  const isIn = (words: readonly string[]) => words.length > 0 && words.every(word => file.has(word))
  const [id, name, organisation] = [row.id, row.name, row.organisation.name].map(wordsOf)
  if (id && isIn(id)) return A_NAME * A_NAME
  if (name && isIn(name)) return A_NAME + lengthOf(name)
  return organisation && isIn(organisation) ? lengthOf(organisation) : 0
}

/**
 * Assigns the files of a folder to rows by the words of their names. If a file matches two rows equally well,
 * or a row two files, nothing is guessed: the reader assigns those files.
 */
export const assignFilesToRows = <F extends { name: string }>(
  files: readonly F[],
  rows: readonly NamedRow[],
): FileRowAssignments<F> => {
  const wanted = files.map(file => {
    const words = new Set(wordsOf(withoutEnd(file.name)))
    const fits = rows.map(row => ({ row, fit: fitOf(words, row) })).filter(({ fit }) => fit > 0)
    const best = Math.max(...fits.map(({ fit }) => fit))
    const among = fits.filter(({ fit }) => fit === best)
    return { file, best, row: among.length === 1 ? among[0]?.row : undefined }
  })
  const byRow = new Map<string, F>()
  for (const { id } of rows) {
    const claims = wanted.filter(({ row }) => row?.id === id)
    const best = Math.max(...claims.map(one => one.best))
    const first = claims.filter(one => one.best === best)
    if (first.length === 1 && first[0]) byRow.set(id, first[0].file)
  }
  const placed = new Set(byRow.values())
  return { byRow, left: files.filter(file => !placed.has(file)) }
}
