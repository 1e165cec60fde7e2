import type { Instant } from './dates.ts'
import type { Stored } from './subject.ts'

/** Rich text as the editor keeps it, beside its plain text. */
export interface RichText {
  text: string
  json: string
}

/** A remark on a subject, with mentions. */
export interface SubjectComment extends Stored {
  subjectKind: string
  subjectId: string
  text: string
  json: string
  authorId: string
  at: Instant
}
