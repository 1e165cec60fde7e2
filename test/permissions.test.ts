import { describe, expect, test } from 'vitest'
import { allActions } from '#actions/index'
import type { Action } from '#actions/kit/action'
import { checkAvailability } from '#actions/kit/available'
import { needsApproval } from '#actions/common/second-person'
import { COLLECTION_KINDS, type Kind, type StoredKind, type EntityOfKind } from '#domain/disclosure/entities'
import { ORGANISATION_TYPES, type OrganisationType } from '#domain/people/organisation'
import { ROUND_STATUSES, type RoundStatus } from '#domain/round/round'
import { mayRead } from '#contract/nouns/read-access'
import { STATUSES } from '#contract/nouns/nouns'
import { type PermissionLine, PERMISSION_LINES, PEOPLE_OF_PERMISSION_TABLE } from './permissions.ts'
import { SAMPLES } from './store/samples.ts'

/** A date within every registration window of the sample round. */
const TODAY = '2026-02-01'

/** The statuses in which each kind is tried; an organisation by its types. */
const TRIED: Partial<Record<Kind, readonly string[]>> = { ...STATUSES, organisation: ORGANISATION_TYPES }
const ORGANISATION_OF: Record<OrganisationType, string> = {
  PARTICIPANT: SAMPLES.organisation.id,
  AGENT: 'agency',
  LPA: `council of ${SAMPLES.project.lpaId}`,
  OPER: 'operator',
}

const isCollection = (kind: string) => (COLLECTION_KINDS as readonly string[]).includes(kind)

/** The sample of a kind in a status; for an organisation type, the one whose people the table knows. */
const subjectIn = (kind: Kind, status: string): EntityOfKind<Kind> => {
  if (isCollection(kind)) return { id: kind, version: 0 }
  const sample = SAMPLES[kind as StoredKind]
  if (kind !== 'organisation') return { ...sample, ...(TRIED[kind] && { status }) }
  const broughtById = status === 'PARTICIPANT' ? 'bringing-agency' : null
  const type = status as OrganisationType
  const admissionAskedAt = type === 'LPA' ? '2026-06-01T12:00:00.000Z' : null
  return { ...sample, type, id: ORGANISATION_OF[type], broughtById, claimedAt: null, admissionAskedAt }
}

const admits = (cell: readonly string[], value: string): boolean =>
  cell.includes('any') || cell.includes(value)

/** The names that the table gives to this person for this organisation. */
const callings = (name: string, kind: Kind, subject: EntityOfKind<Kind>): readonly string[] => {
  const { actor, is } = PEOPLE_OF_PERMISSION_TABLE[name] ?? { actor: undefined, is: [] }
  if (kind !== 'organisation' || !actor) return is
  const others = is.filter(one => one !== 'owner' && one !== 'member')
  if (actor.organisationId !== subject.id)
    return subject.id === SAMPLES.organisation.id
      ? others
      : others.filter(one => !one.startsWith('agent-') && one !== 'bringing-agency')
  if (actor.organisationType === 'PARTICIPANT') return [...others, 'owner', 'member']
  return [...others, 'member', ...(actor.organisationType === 'AGENT' ? ['agency'] : [])]
}

const linesOf = (kind: string, action: string): PermissionLine[] =>
  PERMISSION_LINES.filter(line => line.subject === kind && line.action === action)

const allowed = (
  of: readonly PermissionLine[],
  is: readonly string[],
  status: string,
  round: string,
): boolean =>
  of.some(
    line =>
      line.who.some(who => is.includes(who) || (who === 'readers' && is.includes('reader'))) &&
      admits(line.statuses, status) &&
      admits(line.rounds, round),
  )

const OWNERS = ['owner', 'ownerIfAny']

const isProposedIn = (second: readonly string[], statuses: readonly string[]): boolean => {
  const when = second.filter(word => !OWNERS.includes(word))
  if (when.length === 0) return second.length > 0
  return when.some(word => ['any', 'operator', ...statuses].includes(word))
}

const isTheSystems = (action: Action) => action.who.every(who => who.name === 'system')

/**
 * Every cell of an action: the subject’s status, the round’s status and the person, with the verdicts of the table and
 * the product.
 */
const cellsOf = (action: Action) => {
  const kind = action.on
  const hasRound = 'roundId' in subjectIn(kind, '')
  const table = linesOf(kind, action.name)
  return (TRIED[kind] ?? ['any']).flatMap(status =>
    (hasRound ? ROUND_STATUSES : [null]).flatMap(phase =>
      Object.entries(PEOPLE_OF_PERMISSION_TABLE).map(([name, { actor }]) => {
        const subject = subjectIn(kind, status)
        const roundStatus = kind === 'round' ? (status as RoundStatus) : phase
        const round = roundStatus === null ? undefined : { ...SAMPLES.round, status: roundStatus }
        const is = callings(name, kind, subject)
        const reads = isCollection(kind) || allowed(linesOf(kind, 'Read'), is, status, String(phase))
        const verdict = checkAvailability(action, actor, subject, { round, today: TODAY })
        return {
          cell: `${name}, ${status}${phase === null ? '' : `, round ${phase}`}`,
          reads: isCollection(kind) || mayRead(kind as StoredKind, subject as never, actor),
          mayReadByTable: reads,
          does: verdict === true || (verdict.gate === 'when' && table.some(({ guard }) => guard !== '')),
          isProposed: needsApproval({ action, subject, round, actor }),
          isProposedByTable:
            is.includes('operator') &&
            table.some(({ second }) => isProposedIn(second, [status, String(phase)])),
          mayDoByTable: allowed(table, [...is, ...(reads ? ['reader'] : [])], status, String(phase)),
        }
      }),
    ),
  )
}

const acted = allActions.filter(action => !isTheSystems(action))

describe('the permission table', () => {
  test('has a line for every action that people can run, and for no other', () => {
    const inTable = new Set(
      PERMISSION_LINES.filter(({ action }) => action !== 'Read').map(
        ({ subject, action }) => `${subject}: ${action}`,
      ),
    )
    expect([...inTable].toSorted(), 'write who may run an action into test/permissions.csv').toEqual(
      acted.map(({ on, name }) => `${on}: ${name}`).toSorted(),
    )
  })

  test('names only existing statuses', () => {
    for (const { subject, action, statuses, rounds } of PERMISSION_LINES) {
      const known = [...(TRIED[subject as Kind] ?? []), 'any']
      expect(known, `${subject}: ${action}`).toEqual(expect.arrayContaining([...statuses]))
      expect([...ROUND_STATUSES, 'any'], `${subject}: ${action}`).toEqual(expect.arrayContaining([...rounds]))
    }
  })

  test.each(acted.map(action => [`${action.on}: ${action.name}`, action] as const))(
    'offers %s to exactly the people and in exactly the statuses of its line',
    (_name, action) => {
      const cells = cellsOf(action)
      const seen = cells.filter(cell => cell.reads && cell.does).map(({ cell }) => cell)
      const written = cells.filter(cell => cell.mayReadByTable && cell.mayDoByTable).map(({ cell }) => cell)
      const differs = cells.filter(cell => cell.reads !== cell.mayReadByTable).map(({ cell }) => cell)
      const alone = cells.filter(cell => cell.does && cell.isProposed !== cell.isProposedByTable)
      expect(
        alone.map(({ cell }) => cell),
        'change `approval` of the action or the last columns of test/permissions.csv',
      ).toEqual([])
      expect(
        linesOf(action.on, action.name).flatMap(({ second }) => OWNERS.filter(one => second.includes(one))),
        'the last column of test/permissions.csv has `owner` and `ownerIfAny` where `approval` does',
      ).toEqual(OWNERS.filter(one => one === action.approval))
      expect(seen, 'change the action or its line in test/permissions.csv').toEqual(written)
      expect(differs, 'change read-access.ts or the line Read in test/permissions.csv').toEqual([])
    },
  )

  test('has been tested in at least twelve thousand cells', () => {
    expect(acted.flatMap(cellsOf).length).toBeGreaterThan(12_000)
  })
})
