import type { z } from 'zod'
import type { Read } from '#actions/kit/changes'
import type { Actor } from '#domain/people/actor'
import type { SettingKind, EntityOfKind } from '#domain/disclosure/entities'
import type { CertificationStandard } from '#domain/project/reference'
import type { ListPage } from '#contract/kit/resource'
import type { StandardVersionRow } from '#contract/system/settings'
import { commonResourceView, type ViewContext } from './kit/context.ts'

/**
 * View of a row of the settings, which everyone can choose from. Properties that its card does not declare are
 * removed.
 */
export const settingView =
  <K extends SettingKind, V extends z.ZodType>(kind: K, view: V) =>
  async (subject: EntityOfKind<K>, reader: Actor, { now }: ViewContext): Promise<z.output<V>> =>
    view.parse({
      ...subject,
      // A standard has a column `kind`, which clashes with the kind of every resource.
      ...('kind' in subject && { purpose: subject.kind }),
      ...commonResourceView(kind, subject, subject.name, reader, { round: undefined, now }),
    })

/** Versions of a standard, the current one first. */
export const standardVersions = async (
  read: Read,
  standard: CertificationStandard,
): Promise<ListPage<StandardVersionRow>> => {
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
