import { z } from 'zod'
import type { Endpoint } from '../kit/endpoint.ts'
import * as apiKeys from '../people/api-keys.ts'
import * as docs from '../kit/docs.ts'
import * as checkSchedule from '../project/check-schedule.ts'
import * as draft from '../desk/draft.ts'
import * as boundaries from '../public/boundaries.ts'
import * as bulk from '../desk/bulk.ts'
import * as estimates from '../public/estimates.ts'
import * as home from '../desk/home.ts'
import {
  actionEndpoints,
  collectionEndpoints,
  createEndpoint,
  balanceEndpoint,
  listEndpoint,
  readProjectBalance,
  resourceEndpoint,
} from '../desk/lists.ts'
import * as inbox from '../desk/inbox.ts'
import * as instance from '../round/instance.ts'
import * as listViews from '../kit/list-views.ts'
import * as map from '../public/map.ts'
import * as match from '../round/match.ts'
import { readInvoiceFile } from '../money/invoice.ts'
import { readPaymentFile } from '../money/payment-run.ts'
import * as money from '../money/money.ts'
import { readMoneyOverview } from '../money/overview.ts'
import { readAccountStatement } from '../money/statement.ts'
import { readAmountsDue } from '../money/due.ts'
import { readVatReturn } from '../money/vat-return.ts'
import { listPossibleDuplicates } from '../people/organisation.ts'
import { COLLECTION_NOUNS, LISTED_NOUNS, SINGLE_NOUNS, SUBJECT_NOUNS } from './nouns.ts'
import * as ownAccount from '../people/own-account.ts'
import * as ownCalendar from '../people/own-calendar.ts'
import * as passkeys from '../people/passkeys.ts'
import * as places from '../subject/place.ts'
import * as practice from '../round/practice.ts'
import { addProjectsFromRows } from '../project/project-rows.ts'
import * as projectRecords from '../project/project-records.ts'
import * as open from '../public/public.ts'
import * as register from '../public/public-register.ts'
import * as reserve from '../public/public-reserve.ts'
import * as prices from '../round/prices.ts'
import * as providers from '../people/providers.ts'
import * as coverage from '../credit/coverage.ts'
import * as readiness from '../round/readiness.ts'
import * as registration from './registration.ts'
import * as queue from '../desk/queue.ts'
import * as requirement from '../requirement/requirement.ts'
import * as result from '../round/result.ts'
import * as round from '../round/round.ts'
import { readRoundPreview } from '../round/round-preview.ts'
import { listPublicRoundAnswers } from '../round/published-answers.ts'
import * as savedEstimates from '../desk/saved-estimate.ts'
import * as service from '../desk/service.ts'
import * as settings from '../system/settings.ts'
import * as setAside from '../desk/set-aside.ts'
import * as signIn from '../people/sign-in.ts'
import * as stepClock from '../kit/step-clock.ts'
import * as subject from '../subject/subject.ts'
import * as system from '../system/system.ts'
import * as systemBackups from '../system/backups.ts'
import * as systemKey from '../system/market-key.ts'
import * as systemProviders from '../system/sign-in-providers.ts'
import * as systemClock from '../system/system-clock.ts'
import * as systemWitnesses from '../system/witnesses.ts'
import * as webhooks from './webhooks.ts'

const isEndpoint = (value: object): value is Endpoint => 'route' in value && 'answers' in value

/** Collects all endpoints in a value: the value itself, or those in a list or a record. */
const endpointsIn = (value: unknown): Endpoint[] => {
  if (typeof value !== 'object' || value === null || value instanceof z.ZodType) return []
  return isEndpoint(value) ? [value] : Object.values(value).flatMap(endpointsIn)
}

/** All endpoints, grouped by part of the contract: the named ones, and those derived from nouns. */
export const ENDPOINTS: readonly Endpoint[] = endpointsIn([
  [
    signIn,
    ownAccount,
    ownCalendar,
    passkeys,
    providers,
    apiKeys,
    webhooks,
    home,
    inbox,
    draft,
    queue,
    stepClock,
    checkSchedule,
    bulk,
  ],
  LISTED_NOUNS.map(noun => [
    listEndpoint(noun),
    (noun.subpaths ?? []).map(subpath => listEndpoint(noun, subpath)),
    noun.kind === 'credit' ? balanceEndpoint(noun) : [],
  ]),
  SINGLE_NOUNS.map(resourceEndpoint),
  SUBJECT_NOUNS.map(actionEndpoints),
  COLLECTION_NOUNS.map(noun => [collectionEndpoints(noun), noun.createdBy ? createEndpoint(noun) : []]),
  [
    listPossibleDuplicates,
    listViews,
    subject,
    round,
    readProjectBalance,
    projectRecords,
    addProjectsFromRows,
    coverage,
    readiness,
    registration,
    requirement,
    map,
    match,
    result,
    money,
    readInvoiceFile,
    readPaymentFile,
    readMoneyOverview,
    readAccountStatement,
    readVatReturn,
    readAmountsDue,
    practice,
    settings,
    open,
    listPublicRoundAnswers,
    readRoundPreview,
    instance,
    boundaries,
    places,
    register,
    reserve,
    prices,
    estimates,
    savedEstimates,
    service,
    system,
    setAside,
    systemBackups,
    systemClock,
    systemProviders,
    systemKey,
    systemWitnesses,
    docs,
  ],
])
