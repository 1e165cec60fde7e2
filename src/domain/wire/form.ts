import type { Day } from '../dates.ts'
import type { FileRef } from '../filed-document.ts'
import type { Resource } from './general.ts'

/** A field as the interface describes it, its type one of the fifteen of the specification. */
export interface FormField {
  id: string
  label: string
  type: string
  optional: boolean
  readonly: boolean
  hint: string | null
  prefix: string | null
  suffix: string | null
  rows: number | null
  accept: readonly string[] | null
  multiple: boolean
  autocomplete: string | null
  /** The URL of its choices. */
  source: string | null
  ifBlank: string | null
}

export interface ActionLink {
  id: string
  links: { self: string }
}

/** Answer to `GET {self}/action/{id}`: all that the form needs. */
export interface ActionForm {
  id: string
  title: string
  actionLabel: string
  description: string | null
  groups: {
    id: string
    label: string
    description: string | null
    fieldIds: readonly string[]
    defaultOpen: boolean
  }[]
  fields: FormField[]
  /** First answers. */
  values: Record<string, unknown>
  /** Choices by field; where they are fetched from a source, those held already that it no longer offers. */
  options: Record<string, readonly { id: string; name: string }[]>
  settings: Record<string, unknown>
  declarations: { id: string; name: string; declaration: string; category: string; roundId: string }[]
  steps: { id: string; title: string; current: boolean }[]
  /** What the definition's check, show and warn need to know. */
  given: Record<string, unknown> & { today: Day; actorIsOperator: boolean }
  /** The subject as stored, as far as this reader may know it, for warnings. */
  subject: Record<string, unknown>
  version: number
  cannotCancel: boolean
  previous: ActionLink | null
}

/** Body of `POST {self}/action/{id}` (or the part `submission` when files are attached). */
export interface Submission {
  values: Record<string, unknown>
  version?: number
  /** Only say what would come of it. */
  preview?: boolean
}

/** Answer to a submission that succeeded. */
export interface Done {
  message: string
  nextAction: ActionLink | null
  context: Resource
  /** What would come of it, where only that was asked: nothing has been done. */
  preview?: { sentences: readonly string[]; files: Record<string, FileRef> }
}
