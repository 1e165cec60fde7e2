/** Fields of every stored thing: an id, and a version that rises with each change. */
export interface StoredRow {
  id: string
  version: number
}
