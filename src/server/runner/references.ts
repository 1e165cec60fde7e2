import type { Action, Answers } from '#actions/kit/action'
import type { Read } from '#actions/kit/changes'
import type { Actor } from '#domain/people/actor'
import type { UploadedFileRef } from '#domain/text/filed-document'
import { isFileRef } from './facts.ts'

const isAsWanted = (found: object, wanted: object): boolean => {
  const columns: Answers = { active: true, ...found }
  return Object.entries({ active: true, ...wanted }).every(([column, value]) => columns[column] === value)
}

/** A present value of the subject may stay, even if it can no longer be chosen. */
const isHeld = (subject: object, name: string, id: string): boolean => {
  const columns: Answers = { ...subject }
  return [columns[name]].flat().includes(id)
}

/**
 * Checks that the things named in answers exist and are in use. Documents must be the actor's own uploads. Returns
 * messages by field.
 */
export const checkReferences = async (
  read: Read,
  action: Action,
  values: Answers,
  { actor, present, subject }: { actor: Actor; present: Record<string, UploadedFileRef>; subject: object },
): Promise<Record<string, string>> => {
  const messages: Record<string, string> = {}
  for (const [name, field] of Object.entries(action.fields)) {
    const value = values[name]
    if (value === null || value === undefined) continue
    if (field.refersTo)
      for (const id of [value].flat()) {
        if (typeof id !== 'string' || isHeld(subject, name, id)) continue
        const found = await read.one(field.refersTo, id)
        if (!found || !isAsWanted(found, field.where ?? {})) messages[name] = 'Choose one from the list'
      }
    if (isFileRef(value) && field.storage === 'file' && value.id !== present[name]?.id) {
      const document = await read.one('filedDocument', value.id)
      if (!document || document.ownerId !== null || document.uploadedBy !== actor.userId)
        messages[name] = 'Choose the file again'
    }
  }
  return messages
}
