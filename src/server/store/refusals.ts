import pg from 'pg'
import { NotCanonicalError } from '@credit-market/values/canonical'

/** A refusal of the database to store something, by what a caller can do about it. */
class StoreRefusal extends Error {
  /** Name of the violated constraint, if there is one. */
  readonly rule: string | undefined

  constructor(message: string, rule?: string, cause?: unknown) {
    super(message, { cause })
    this.name = new.target.name
    this.rule = rule
  }
}

/** An identical item exists already. */
export class ResourceExistsError extends StoreRefusal {}

/** The status is no longer the one that the caller had read: another change came first. */
export class StatusChangedError extends StoreRefusal {}

/** The row to be changed does not exist. */
export class RowMissingError extends StoreRefusal {}

/** A row refers to one that does not exist, or is still referred to. */
export class ReferenceBrokenError extends StoreRefusal {}

/** Another credit has these units at that time. */
export class UnitsTakenError extends StoreRefusal {}

/** A value or a combination of values violates a constraint. */
export class ConstraintViolatedError extends StoreRefusal {}

/** A value that no column or log entry can store, such as a number out of range or a text with a NUL character. */
export class UnstorableValueError extends StoreRefusal {}

/** True if the database gave up this transaction in favour of another, so that it may be tried again. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')

/** Maps an error of the database or of the log to a refusal; returns the error itself if it is none. */
export const toStoreRefusal = (error: unknown): unknown => {
  if (error instanceof NotCanonicalError) return new UnstorableValueError(error.message, undefined, error)
  if (!(error instanceof pg.DatabaseError)) return error
  const { code = '', constraint, message } = error
  if (code === '23505') return new ResourceExistsError(message, constraint, error)
  if (code === '23503') return new ReferenceBrokenError(message, constraint, error)
  if (code === '23P01') return new UnitsTakenError(message, constraint, error)
  if (code.startsWith('23')) return new ConstraintViolatedError(message, constraint, error)
  if (code.startsWith('22')) return new UnstorableValueError(message, constraint, error)
  return error
}
