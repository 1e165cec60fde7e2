import { CASE_TYPES, type CaseType } from '#domain/case/case'
import type { ActionName } from '#actions/index'
import type { Store } from '#server/store/store'
import { addDays, type Day } from '@credit-market/values/dates'
import { demonstration, type Template } from '../builders/templates.ts'
import { type Person, serve, type Subject } from '../builders/world.ts'

/** A step on a case that a server is killed in: which case, by the text of its report, and with which answers. */
export interface Remedy {
  action: ActionName &
    (
      | 'Confirm'
      | 'SetRectification'
      | 'DrawOnReserve'
      | 'ReplaceFromUnsold'
      | 'ReleaseBuyer'
      | 'Recall'
      | 'Close'
    )
  /** Text of the report of its case. */
  what: string
  values: (caseId: string, store: Store, today: Day) => Promise<Record<string, unknown>>
}

const reason = 'As found on the ground'
const always = (values: Record<string, unknown>) => async () => ({ reason, ...values })

/** Every remedy, and the decisions that fail units, make them sound again and end rights. */
export const REMEDIES: readonly Remedy[] = [
  { action: 'DrawOnReserve', what: 'DrawOnReserve', values: always({}) },
  { action: 'ReplaceFromUnsold', what: 'ReplaceFromUnsold', values: always({ price: 12.5 }) },
  {
    action: 'SetRectification',
    what: 'DrawOnReserve',
    values: async (_id, _store, today) => ({ reason, rectifyBy: addDays(today, 30) }),
  },
  { action: 'Close', what: 'DrawOnReserve', values: always({ outcome: 'Restored' }) },
  {
    action: 'Recall',
    what: 'IssuedInError',
    values: async (id, { read }) => {
      const projectId = (await read.one('case', id))?.projectId ?? ''
      const credits = await read.list('credit', { projectId, status: 'Issued' })
      return { reason, credits: credits.find(({ requirementId }) => requirementId !== null)?.requirementId }
    },
  },
  {
    action: 'ReleaseBuyer',
    what: 'BuyerDefault',
    values: async (id, { read }) => ({
      reason,
      requirement: (await read.one('case', id))?.requirementId,
    }),
  },
  { action: 'Confirm', what: 'WillNotSign', values: always({ services: [] }) },
]

const isType = (what: string): what is CaseType => CASE_TYPES.some(type => type === what)

/** Reports something under the name of the remedy that it is for. */
const report = async (
  operator: Person,
  { read }: Store,
  on: Subject<'project' | 'requirement'>,
  what: string,
  since: Day,
) => {
  const type = isType(what) ? what : 'DeliveryFailure'
  await operator.does('ReportConcern', on, { type, since, what })
  const all = await read.list('case', { what })
  return { kind: 'case', id: all.at(-1)?.id ?? '' } as const
}

/** Fails a project completely, and says whether its units can be replaced then; else makes them sound again. */
const failFor = async (
  operator: Person,
  { store, today }: { store: Store; today: Day },
  projectId: string,
  [what, answers]: readonly ['DrawOnReserve' | 'ReplaceFromUnsold', object],
): Promise<boolean> => {
  const services = await store.read.list('service', { projectId, status: 'Certified' })
  const on = await report(operator, store, { kind: 'project', id: projectId }, what, addDays(today, -3))
  const failure = {
    ...{ reason, failedSince: addDays(today, -2) },
    services: services.map(({ id }) => ({ id, left: 0 })),
  }
  const { messages } = await operator.rehearses('Confirm', on, failure)
  if (messages.length > 0) {
    await operator.does('Dismiss', on, { reason })
    return false
  }
  await operator.does('Confirm', on, failure)
  const replaced = await operator.rehearses(what, on, { reason, ...answers })
  if (replaced.messages.length === 0) return true
  await operator.does('Close', on, { outcome: 'Restored', reason })
  return false
}

/** The demonstration with a case for each remedy, confirmed as far as the remedy needs. */
export const casesToRemedy: Template = {
  name: 'cases_to_remedy',
  file: import.meta.filename,
  from: demonstration,
  make: async (reach, dataDir) => {
    const { as, store, runtime, stop } = await serve(reach, dataDir, { works: false })
    const { read } = store
    const operator = as('operator')
    const today = runtime.now().slice(0, 10)
    const cases = await read.list('case', {})
    const calm = (await read.list('project', { status: ['Verified', 'Monitoring'] })).filter(({ id }) =>
      cases.every(({ projectId }) => projectId !== id),
    )
    const issuedFor = await read.list('requirement', { status: 'CreditsIssued' })
    const credits = await read.list('credit', {
      requirementId: issuedFor.map(({ id }) => id),
      status: 'Issued',
    })
    const error = calm.find(({ id }) => credits.some(({ projectId }) => projectId === id))?.id ?? ''
    const [unsigned] = await read.list('project', { status: ['Matched', 'Contracted'] })
    await report(operator, store, { kind: 'project', id: unsigned?.id ?? '' }, 'WillNotSign', today)
    const onError = { kind: 'project', id: error } as const
    const issued = await report(operator, store, onError, 'IssuedInError', today)
    await operator.does('Confirm', issued, { reason, services: [] })
    const late = await report(operator, store, onError, 'LateDelivery', today)
    await operator.does('SetRectification', late, { reason, rectifyBy: addDays(today, 1) })
    // Each has to stay possible: a case about a project keeps its units from replacing others.
    const left = calm.map(({ id }) => id).filter(id => id !== error)
    for (const remedy of [
      ['DrawOnReserve', {}],
      ['ReplaceFromUnsold', { price: 1 }],
    ] as const) {
      let isFound = false
      while (!isFound && left.length > 0)
        isFound = await failFor(operator, { store, today }, left.shift() ?? '', remedy)
    }
    const [buyer] = await read.list('requirement', { status: ['RightsCreated', 'RightsAllocated'] })
    const owed = await report(
      operator,
      store,
      { kind: 'requirement', id: buyer?.id ?? '' },
      'BuyerDefault',
      today,
    )
    await operator.does('Confirm', owed, { reason, services: [] })
    await stop()
  },
}
