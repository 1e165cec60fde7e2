import type { z } from 'zod'
import type { Read } from '#actions/kit/changes'
import type { Actor } from '#domain/actor'
import type { SettingKind, SubjectOf } from '#domain/entities'
import type { Standard } from '#domain/reference'
import type { ListOf } from '#contract/resource'
import type { StandardVersionRow } from '#contract/settings'
import { resourceOf, type ViewContext } from './context.ts'

/** A thing of the settings: everybody chooses from it. What its card does not name is cut away. */
export const settingView =
  <K extends SettingKind, V extends z.ZodType>(kind: K, view: V) =>
  async (subject: SubjectOf<K>, reader: Actor, { now }: ViewContext): Promise<z.output<V>> =>
    view.parse({
      ...subject,
      // A standard's own kind gives way to the kind of thing that every resource names.
      ...('kind' in subject && { purpose: subject.kind }),
      ...resourceOf(kind, subject, subject.name, reader, { round: undefined, now }),
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
