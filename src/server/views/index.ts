import { cacheReads } from '#actions/common/reading-once'
import { bankLineView } from '../money/bank-line-view.ts'
import { paymentRunView } from '../money/payment-run-view.ts'
import type { ViewOf } from '#contract/kit/noun'
import { anyResource, type AvailableAction, type Resource } from '#contract/kit/resource'
import type { NOUNS } from '#contract/nouns/nouns'
import { SETTINGS } from '#contract/system/settings'
import type { Actor } from '#domain/people/actor'
import type { EntityMap, StoredKind } from '#domain/disclosure/entities'
import { authorityView } from './authority.ts'
import { brandView } from './brand.ts'
import { caseView } from './case.ts'
import { invoiceView } from '../money/invoice-view.ts'
import type { ViewContext } from './kit/context.ts'
import { creditView } from './credit.ts'
import { addEmptyChoiceHints } from './kit/doors.ts'
import { projectGroupView, requirementGroupView } from './group.ts'
import { marketView } from './market.ts'
import { organisationView } from './organisation.ts'
import { participationView } from './participation.ts'
import { projectView } from './project.ts'
import { proposalView } from './proposal.ts'
import { requirementView } from './requirement.ts'
import { roundQuestionView } from './round-question.ts'
import { roundDeclarationRows, roundView } from './round.ts'
import { settingView } from './setting.ts'
import { userView } from './user.ts'

type Nouns = typeof NOUNS
type SingleKind = { [K in StoredKind]: Nouns[K] extends { view: object } ? K : never }[StoredKind]

type View<K extends SingleKind> = (
  subject: EntityMap[K],
  reader: Actor,
  context: ViewContext,
) => Promise<ViewOf<Nouns[K]>>

/** Views of every kind that has a page of its own. */
const VIEWS: { [K in SingleKind]: View<K> } = {
  market: marketView,
  round: roundView,
  roundDeclaration: async ({ id }, reader, { db }) => {
    const [row] = await roundDeclarationRows(db, [id], reader)
    if (!row) throw new Error(`There is no round declaration ${id}`)
    return row
  },
  roundQuestion: roundQuestionView,
  organisation: organisationView,
  user: userView,
  participation: participationView,
  agentAuthority: authorityView,
  project: projectView,
  projectGroup: projectGroupView,
  requirement: requirementView,
  requirementGroup: requirementGroupView,
  credit: creditView,
  case: caseView,
  invoice: invoiceView,
  bankLine: bankLineView,
  paymentRun: paymentRunView,
  proposal: proposalView,
  projectType: settingView('projectType', SETTINGS.projectType.view),
  standard: settingView('standard', SETTINGS.standard.view),
  nca: settingView('nca', SETTINGS.nca.view),
  lpa: settingView('lpa', SETTINGS.lpa.view),
  subcatchment: settingView('subcatchment', SETTINGS.subcatchment.view),
  declaration: settingView('declaration', SETTINGS.declaration.view),
  brand: brandView,
}

type Shown = Record<string, unknown> & { actions?: AvailableAction[] }

const BY_KIND: {
  [K in StoredKind]?: (subject: EntityMap[K], reader: Actor, context: ViewContext) => Promise<Shown>
} = VIEWS

/** View of one row for this reader. Check first that the reader may see it at all (`mayReadRow`). */
export const viewOfRow = async <K extends StoredKind>(
  kind: K,
  subject: EntityMap[K],
  reader: Actor,
  context: ViewContext,
): Promise<Shown> => {
  const view = BY_KIND[kind]
  if (!view) throw new Error(`A ${kind} is never shown by itself`)
  const once = { ...context, read: cacheReads(context.read) }
  const shown = await view(subject, reader, once)
  return shown.actions
    ? { ...shown, actions: await addEmptyChoiceHints(kind, subject, shown.actions, reader, once) }
    : shown
}

/** View of one subject for this reader: a row with actions, a version and links. */
export const viewOfSubject = async <K extends StoredKind>(
  kind: K,
  subject: EntityMap[K],
  reader: Actor,
  context: ViewContext,
): Promise<Resource> => anyResource.parse(await viewOfRow(kind, subject, reader, context))
