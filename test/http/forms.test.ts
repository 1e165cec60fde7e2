import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allActions } from '#actions/index'
import type { FormField } from '#contract/kit/form'
import { HABITAT_TYPES } from '@credit-market/habitat-metric/habitat-types'
import { sampleDocument } from '../builders/paper.ts'
import { SECOND_ROUND } from '../builders/rounds.ts'
import { type Person, type Subject, world, type World } from '../builders/world.ts'

let market: World
let operator: Person
beforeAll(async () => {
  market = await world({ works: false })
  operator = market.as('operator')
})
afterAll(() => market.close())

const byId = ({ fields }: { fields: readonly FormField[] }) =>
  Object.fromEntries(fields.map(field => [field.id, field]))
const asked = ({ fields }: { fields: readonly FormField[] }) =>
  fields.filter(field => field.asked).map(({ id }) => id)
const needed = ({ fields }: { fields: readonly FormField[] }) =>
  fields.filter(field => field.needed).map(({ id }) => id)

const first = async <K extends 'project' | 'requirement'>(kind: K, where: object): Promise<Subject<K>> => {
  const [row] = await market.store.read.list(kind, where)
  return { kind, id: row?.id }
}
const OFFERED: Subject<'project'> = { kind: 'project', id: 'P207' }
const organisations: Subject<'organisations'> = { kind: 'organisations' }

describe('a form', () => {
  it('lists its questions and which are required, with the answers so far', async () => {
    const form = await operator.form('CreateOrganisation', organisations)
    expect(asked(form)).toEqual(['type', 'name', 'contact', 'email', 'phone', 'mailingAddress'])
    expect(needed(form)).toEqual(['type', 'name'])
    const council = await operator.rehearses('CreateOrganisation', organisations, { type: 'LPA' })
    expect(needed(council)).toEqual(['type', 'name', 'lpaId'])
    const farm = await operator.rehearses('CreateOrganisation', organisations, { type: 'PARTICIPANT' })
    expect(asked(farm)).toContain('csvId')
    expect(needed(farm)).toEqual(['type', 'name', 'contact', 'email', 'phone', 'mailingAddress'])
    expect(byId(farm).contact).toMatchObject({ optional: true, needed: true })
  })

  it('says on which answers a question depends', async () => {
    const farm = await operator.form('CreateOrganisation', organisations)
    expect(byId(farm).csvId?.show).toEqual([{ id: 'type', values: ['PARTICIPANT'] }])
    expect(byId(farm).name?.show).toEqual([])
    const { mitigationDurations } = byId(
      await operator.form('Update', await first('project', { status: 'Draft' })),
    )
    expect(mitigationDurations?.show).toEqual([{ id: 'isFixedTerm', values: [true] }])
    const check = await operator.form(
      'AddComplianceCheck',
      await first('project', { status: ['Verified', 'Monitoring'] }),
    )
    expect(byId(check).failReason?.show).toEqual([{ id: 'isCompliant', values: [false] }])
    expect(byId(check).failReason).toMatchObject({ asked: false, ifBlank: 'hide' })
  })

  it('says what to show for no answer, and where its settings are', async () => {
    const details = byId(await operator.form('Update', await first('project', { status: 'Draft' })))
    expect(details.typeId).toMatchObject({ readonly: false, ifBlank: 'Not given' })
    expect(details.name).toMatchObject({ readonly: false, ifBlank: null })
    const round = await operator.form('CreateRound', { kind: 'rounds' })
    expect(round.settings).toEqual({
      standard: '/api/standards',
      projectType: '/api/project-types',
      nca: '/api/ncas',
      lpa: '/api/lpas',
      subcatchment: '/api/subcatchments',
    })
    for (const url of Object.values(round.settings))
      expect([url, (await operator.send(url)).status]).toEqual([url, 200])
  })

  it('describes an answer as JSON Schema', async () => {
    const { offer, declarations } = byId(await market.as('fallowmarten.su22').form('SetOffer', OFFERED))
    expect(offer?.shape).toMatchObject({ type: 'number', minimum: 0, description: 'At most 2 decimals' })
    expect(declarations?.shape).toMatchObject({ type: 'array', items: { required: ['id', 'answer'] } })
    const { start } = byId(await operator.form('Update', await first('project', { status: 'Draft' })))
    expect(start?.shape).toMatchObject({ type: 'string', format: 'date' })
  })

  it('names the declarations to agree to', async () => {
    const form = await market.as('fallowmarten.su22').form('SetOffer', OFFERED)
    const { declarations } = byId(form)
    expect(declarations).toMatchObject({ type: 'List', asked: true, needed: true })
    expect(declarations?.items).toEqual(form.declarations.map(({ id, name }) => ({ id, name })))
    expect(declarations?.fields).toMatchObject([{ id: 'answer', needed: true, shape: { const: true } }])
  })

  it('names the broad habitat of each habitat type', async () => {
    const requirement = await first('requirement', { type: 'Buyer', status: ['Draft', 'Registered'] })
    const { bioHabitatType } = byId(await operator.form('SetBuyerCredits', requirement))
    expect(bioHabitatType?.options).toEqual(
      HABITAT_TYPES.map(({ id, label: name, broadHabitat }) => ({ id, name, broadHabitat })),
    )
  })

  it('groups related answers under names with a dot', async () => {
    const project = await first('project', { status: ['Verified', 'Monitoring'] })
    const values = {
      date: '2026-06-01',
      name: 'Ines',
      organisation: 'Surveys',
      isCompliant: false,
      failReason: 'The inlet is dry',
    }
    const rehearsal = await operator.rehearses('AddComplianceCheck', project, values)
    expect(needed(rehearsal)).toEqual(expect.arrayContaining(['nextAction.action', 'nextAction.date']))
    const action = byId(rehearsal)['nextAction.action']?.options?.[0]?.id
    const all = { ...values, 'nextAction.action': action, 'nextAction.date': '2026-07-01' }
    await operator.does('AddComplianceCheck', project, all, sampleDocument('complianceReport'))
    const checks = await market.store.read.list('complianceCheck', { projectId: project.id ?? '' })
    expect(checks.at(-1)).toMatchObject({ nextAction: action, nextActionDate: '2026-07-01' })
  })

  it('describes the columns of a list to upload', async () => {
    const { buyers } = byId(await operator.form('ImportData', SECOND_ROUND))
    expect(buyers).toMatchObject({ type: 'File', accept: ['csv', 'xlsx'], items: null })
    const columns = Object.fromEntries((buyers?.fields ?? []).map(field => [field.id, field]))
    expect(columns.csvId).toMatchObject({ needed: true })
    expect(columns.nutrientType?.options?.map(({ id }) => id)).toEqual(['ongoing', 'additional', 'both'])
    expect(columns.redemptionDate?.type).toBe('Date')
  })

  it('names endpoints of ids and names as sources of choices', async () => {
    const sources = new Set(
      allActions.flatMap(({ fields }) => Object.values(fields).flatMap(({ source }) => source ?? [])),
    )
    expect(sources.size).toBeGreaterThan(5)
    for (const source of sources)
      expect([source, await operator.get(source)]).toEqual([
        source,
        expect.arrayContaining([{ id: expect.any(String), name: expect.any(String) }]),
      ])
  })
})
