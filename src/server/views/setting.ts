import type { Read } from '#actions/kit/changes'
import type { Actor } from '#domain/actor'
import type { Entities, SettingKind } from '#domain/entities'
import type { Standard } from '#domain/reference'
import type { ListOf, Resource } from '#domain/wire/general'
import type { StandardVersionRow } from '#domain/wire/setting'
import { resourceOf, type ViewContext } from './context.ts'

/** A thing of the settings: everybody chooses from it, so everything of it is shown. */
export const settingView =
  <K extends SettingKind>(kind: K) =>
  async (subject: Entities[K], reader: Actor, { now }: ViewContext): Promise<Resource> => ({
    ...subject,
    // A standard's own kind gives way to the kind of thing that every resource names.
    ...(kind === 'standard' && { purpose: (subject as Standard).kind }),
    ...resourceOf(kind, subject as never, subject.name, reader, { round: undefined, now }),
  })

/** The versions of a standard, the one in force first. */
export const standardVersions = async (
  read: Read,
  standard: Standard,
): Promise<ListOf<StandardVersionRow>> => {
  const superseded = await read.list('standardVersion', { standardId: standard.id })
  const items = [{ ...standard, until: null }, ...superseded.toReversed()].map(
    ({ id, name, edition, publisher, serviceTypes, fixedTermAllowed, description, until }) => ({
      id,
      name,
      edition,
      publisher,
      serviceTypes,
      fixedTermAllowed,
      description,
      until,
    }),
  )
  return { items, total: items.length, next: null, actions: [] }
}
