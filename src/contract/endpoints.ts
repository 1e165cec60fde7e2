import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import * as apiKeys from './api-keys.ts'
import * as docs from './docs.ts'
import * as checkSchedule from './check-schedule.ts'
import * as draft from './draft.ts'
import * as boundaries from './boundaries.ts'
import * as bulk from './bulk.ts'
import * as home from './home.ts'
import {
  actionEndpoints,
  collectionEndpoints,
  createEndpoint,
  balanceEndpoint,
  listEndpoint,
  readProjectBalance,
  singleEndpoint,
} from './lists.ts'
import * as inbox from './inbox.ts'
import * as instance from './instance.ts'
import * as listViews from './list-views.ts'
import * as map from './map.ts'
import * as match from './match.ts'
import { listPossibleDoubles } from './organisation.ts'
import { COLLECTION_NOUNS, LISTED, SINGLES, SUBJECTS } from './nouns.ts'
import * as ownAccount from './own-account.ts'
import * as ownCalendar from './own-calendar.ts'
import * as passkeys from './passkeys.ts'
import * as places from './place.ts'
import * as practice from './practice.ts'
import * as projectRecords from './project-records.ts'
import * as open from './public.ts'
import * as register from './public-register.ts'
import * as prices from './prices.ts'
import * as providers from './providers.ts'
import * as registration from './registration.ts'
import * as queue from './queue.ts'
import * as requirement from './requirement.ts'
import * as result from './result.ts'
import * as round from './round.ts'
import * as service from './service.ts'
import * as settings from './settings.ts'
import * as setAside from './set-aside.ts'
import * as signIn from './sign-in.ts'
import * as stepClock from './step-clock.ts'
import * as subject from './subject.ts'
import * as system from './system.ts'
import * as systemClock from './system-clock.ts'
import * as webhooks from './webhooks.ts'

const isEndpoint = (value: object): value is Endpoint => 'route' in value && 'answers' in value

/** Every endpoint that stands in a value: itself, or in a list or a record of them. */
const endpointsIn = (value: unknown): Endpoint[] => {
  if (typeof value !== 'object' || value === null || value instanceof z.ZodType) return []
  return isEndpoint(value) ? [value] : Object.values(value).flatMap(endpointsIn)
}

/** Every endpoint there is, those of a part of the contract together: what it names, and what follows from the nouns. */
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
  LISTED.map(noun => [
    listEndpoint(noun),
    (noun.subpaths ?? []).map(subpath => listEndpoint(noun, subpath)),
    noun.kind === 'credit' ? balanceEndpoint(noun) : [],
  ]),
  SINGLES.map(singleEndpoint),
  SUBJECTS.map(actionEndpoints),
  COLLECTION_NOUNS.map(noun => [collectionEndpoints(noun), noun.createdBy ? createEndpoint(noun) : []]),
  [
    listPossibleDoubles,
    listViews,
    subject,
    round,
    readProjectBalance,
    projectRecords,
    registration,
    requirement,
    map,
    match,
    result,
    practice,
    settings,
    open,
    instance,
    boundaries,
    places,
    register,
    prices,
    service,
    system,
    setAside,
    systemClock,
    docs,
  ],
])
