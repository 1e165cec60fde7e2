import pg from 'pg'
import { NotCanonical } from '#domain/canonical'

/** What the database refused to store, told apart by what a caller can do about it. */
class StoreRefusal extends Error {
  /** The name of the constraint that stood in the way, where there is one. */
  readonly rule: string | undefined

  constructor(message: string, rule?: string, cause?: unknown) {
    super(message, { cause })
    this.name = new.target.name
    this.rule = rule
  }
}

/** There is an identical item already. */
export class ResourceExists extends StoreRefusal {}

/** The status was another one than the caller had read: somebody was faster. */
export class StatusMovedOn extends StoreRefusal {}

/** The row to be changed is not there. */
export class NothingThere extends StoreRefusal {}

/** A row refers to something that is not there, or is still referred to. */
export class ReferenceBroken extends StoreRefusal {}

/** Units that another credit holds already at that time. */
export class UnitsHeld extends StoreRefusal {}

/** A value or a combination of values that the tables do not admit. */
export class RuleBroken extends StoreRefusal {}

/** A value that no column or no entry of the log can hold, such as a number out of range or a text with a NUL in it. */
export class NotStorable extends StoreRefusal {}

/** Did the database give up this transaction for the sake of another, so that it may be tried again? */
export const isLostRace = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')

/** The refusal that an error of the database or of the log means, or the error itself when it means none. */
export const refusalOf = (error: unknown): unknown => {
  if (error instanceof NotCanonical) return new NotStorable(error.message, undefined, error)
  if (!(error instanceof pg.DatabaseError)) return error
  const { code = '', constraint, message } = error
  if (code === '23505') return new ResourceExists(message, constraint, error)
  if (code === '23503') return new ReferenceBroken(message, constraint, error)
  if (code === '23P01') return new UnitsHeld(message, constraint, error)
  if (code.startsWith('23')) return new RuleBroken(message, constraint, error)
  if (code.startsWith('22')) return new NotStorable(message, constraint, error)
  return error
}
