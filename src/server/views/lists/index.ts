import { bankLineList } from './bank-lines.ts'
import { paymentList } from './payments.ts'
import { paymentRunList } from './payment-runs.ts'
import type { NOUNS } from '#contract/nouns/nouns'
import type { StoredKind } from '#domain/disclosure/entities'
import { caseList } from './cases.ts'
import { invoiceList } from './invoices.ts'
import { creditList, reservedCreditList } from './credits.ts'
import { projectGroupList, requirementGroupList } from './groups.ts'
import type { AnyListing } from '../listing/listing.ts'
import {
  authorityList,
  marketList,
  organisationList,
  participationList,
  roundDeclarationList,
  roundList,
} from './market.ts'
import { projectList } from './projects.ts'
import { proposalList } from './proposals.ts'
import { requirementList } from './requirements.ts'
import { roundQuestionList } from './round-questions.ts'
import { settingLists, userList } from './settings.ts'

type ListedKind = {
  [K in StoredKind]: (typeof NOUNS)[K] extends { list: string } ? K : never
}[StoredKind]

const BY_KIND: { readonly [K in ListedKind]: AnyListing } = {
  market: marketList,
  round: roundList,
  roundDeclaration: roundDeclarationList,
  roundQuestion: roundQuestionList,
  organisation: organisationList,
  user: userList,
  participation: participationList,
  agentAuthority: authorityList,
  project: projectList,
  projectGroup: projectGroupList,
  requirement: requirementList,
  requirementGroup: requirementGroupList,
  credit: creditList,
  case: caseList,
  invoice: invoiceList,
  bankLine: bankLineList,
  payment: paymentList,
  paymentRun: paymentRunList,
  proposal: proposalList,
  ...settingLists,
}

/** All lists. */
export const LISTINGS: readonly AnyListing[] = [...Object.values(BY_KIND), reservedCreditList]
