import { isOrganisationActive } from '#domain/people/organisation'
import { groupBy } from '#domain/values/grouped'
import { formatSheetErrors } from '../../common/sheet/errors.ts'
import { stepChanges } from '../../common/sheet/step.ts'
import { tableFileField } from '../../common/sheet/table-file-field.ts'
import { action, type AnyEffectInput } from '../../kit/action.ts'
import type { Change } from '../../kit/changes.ts'
import { notStored, oneOfGiven } from '../../kit/fields.ts'
import { agency, owner } from '../../kit/who.ts'
import { createNewProjectRow, warnNoSupplierRound } from '../new-project.ts'
import { SITE_COLUMNS } from './headings.ts'
import { draftedSitesText, NO_CLIENT_REGISTERED, unchangedSitesText } from './messages.ts'
import { emptyDraft, type PlannedSite, planSites, readSitePlaces } from './plan.ts'

const HINT = `A CSV file in UTF-8, or the first sheet of an Excel workbook (xlsx), with one row for each site and these headings: ${Object.keys(SITE_COLUMNS).join(', ')}. “client” is the name of the organisation that owns the site. “project” and “isFixedTerm” are always needed. Separate several choices in one cell with |.`

const siteSentences = (sites: readonly PlannedSite[]): string[] => {
  const added = sites.filter(({ existing }) => !existing)
  const unchanged = sites.length - added.length
  return [
    ...groupBy(added, ({ client }) => client.id).map(([, some]) =>
      draftedSitesText(
        some[0]?.client.name ?? '',
        some.map(({ name }) => name),
      ),
    ),
    ...(unchanged > 0 ? [unchangedSitesText(unchanged)] : []),
  ]
}

const siteChanges = (
  { client, name, existing, steps }: PlannedSite,
  roundId: string,
  act: Pick<AnyEffectInput, 'actor' | 'now' | 'newId'>,
): Change[] => {
  if (existing) return []
  const id = act.newId()
  const values = { marketRoundId: roundId, name, isFixedTerm: false, mitigationDurations: null }
  return [
    createNewProjectRow(client.id, values, { actor: act.actor, newId: () => id }),
    ...stepChanges(steps, { ...act, on: 'project', subject: emptyDraft(id, roundId), name }),
  ]
}

/** Adds a draft for each row of a sheet, all or none, for the supplier itself or for clients of the agent. */
export const addProjectsFromSheet = action({
  name: 'AddProjectsFromSheet',
  on: 'organisation',
  title: 'Add projects from a sheet',
  description:
    'Adds a draft for each site in a sheet. You see the drafts first. You then add documents and register each project, or register many together.',
  binds: {
    verb: 'Add the drafts',
    undone:
      'All rows are added together, or none. You can correct each draft until you register it. The same sheet adds nothing the second time.',
  },
  who: [agency, owner],
  keyScope: 'register',
  when: one =>
    one.type === 'LPA' || one.type === 'OPER'
      ? 'Only suppliers and agents can add projects'
      : isOrganisationActive(one),
  given: readSitePlaces,
  fields: {
    marketRoundId: notStored(oneOfGiven('Market round', 'rounds')),
    sites: {
      ...tableFileField('Sheet of sites', 'sites', SITE_COLUMNS, HINT),
      note: 'One row for each site, with the columns client, project and isFixedTerm, and as many of the others as you like.',
    },
  },
  warn: (_answers, organisation, given) =>
    organisation.type === 'AGENT' && given.rounds.length === 0
      ? { marketRoundId: NO_CLIENT_REGISTERED }
      : warnNoSupplierRound(given),
  reads: (read, _organisation, { marketRoundId, sites }, { places, today }) =>
    planSites(read, { roundId: marketRoundId, sheet: sites, places }, today),
  preview: ({ reads: { sites, errors } }) =>
    errors.length > 0 ? { refused: formatSheetErrors({ sites: errors }) } : { preview: siteSentences(sites) },
  effect: ({ values: { marketRoundId }, reads: { sites }, actor, now, newId }) =>
    sites.flatMap(site => siteChanges(site, marketRoundId, { actor, now, newId })),
  done: 'The drafts have been added',
})
