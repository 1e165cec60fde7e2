/** What every stored thing has: an id and a version that rises with each change. */
export interface Stored {
  id: string
  version: number
}
