import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FormField, ActionPreview } from '#contract/kit/form'
import { firstStartInstallation, operatorIdIn } from '../builders/installation.ts'
import { sampleDocument } from '../builders/paper.ts'
import { fillInForm } from '../builders/script.ts'
import { type Person, type Subject, world, type World } from '../builders/world.ts'

let market: World
let operator: Person
let supplier: Person
const round: Subject<'round'> = { kind: 'round' }
const project: Subject<'project'> = { kind: 'project' }

beforeAll(async () => {
  market = await world({ from: firstStartInstallation, works: false })
  operator = market.as(await operatorIdIn(market.store))
  supplier = market.as('avon')
})
afterAll(() => market.close())

/** Fills in a form and submits it; returns its preview and its subject. */
const does = async (
  ...[person, action, subject, more]: Parameters<typeof fillInForm>
): Promise<{ rehearsal: ActionPreview; id: string }> => {
  const { values, rehearsal } = await fillInForm(person, action, subject, more)
  const { context } = await person.does(action, subject, values)
  return { rehearsal, id: context.id }
}
const field = ({ fields }: { fields: readonly FormField[] }, wanted: string) =>
  fields.find(({ id }) => id === wanted)

it('a program opens a round from the fields and choices that the server offers', async () => {
  const [somerset] = await market.store.read.list('market', {})
  const added = await does(
    operator,
    'CreateRound',
    { kind: 'market', id: somerset?.id },
    { given: { services: ['Biodiversity'], projectTypeIds: ['PondCreation'], standardIds: ['BS8683'] } },
  )
  round.id = added.id
  expect(added.rehearsal.changes?.statuses).toMatchObject([{ kind: 'round', from: null, to: 'Draft' }])
  const names = ['suppliers', 'buyers', 'projects', 'requirements']
  const given = Object.fromEntries(
    names.flatMap(name => [
      [`${name}Start`, '2026-06-01'],
      [`${name}End`, '2026-07-31'],
    ]),
  )
  await does(operator, 'SetRegistrationDates', round, { given })
  await does(operator, 'AddDeclaration', round, { given: { declarationId: 'ParticipantRules' } })
  const { rehearsal } = await does(operator, 'Open', round)
  expect(rehearsal.changes?.statuses).toEqual([
    { kind: 'round', id: round.id, name: 'Sedge Farm', from: 'Draft', to: 'Open' },
  ])
})

it('a program registers a supplier in an admitted capacity, with its declarations', async () => {
  const registered = await does(supplier, 'RegisterAsParticipant', round)
  expect(field(registered.rehearsal, 'declarations')?.items).toHaveLength(1)
  expect(registered.rehearsal.changes?.things).toContainEqual({
    kind: 'declarationAnswer',
    change: 'created',
    count: 1,
  })
  await does(operator, 'CompleteRegistration', { kind: 'participation', id: registered.id })
})

it('a program drafts, locates, documents and registers a project', async () => {
  const farm = (await market.store.read.one('user', 'avon'))?.organisationId ?? ''
  const { id } = await does(
    supplier,
    'CreateProject',
    { kind: 'organisation', id: farm },
    { given: { isFixedTerm: false } },
  )
  project.id = id
  await does(supplier, 'Update', project, { given: { typeId: 'PondCreation' } })
  await does(supplier, 'SetLocation', project)
  await does(supplier, 'SetLandholderInfo', project, { uploads: sampleDocument('landholderInfo') })
  await does(supplier, 'Register', project)
  await does(operator, 'CompleteRegistration', project)
})

it('a program gives a project a habitat of the chosen broad habitat, with a gain every year', async () => {
  const form = await operator.form('AddBiodiversityService', project)
  const lakes = field(form, 'habitatType')?.options?.find(({ broadHabitat }) => broadHabitat === 'Lakes')
  await does(operator, 'AddBiodiversityService', project, {
    given: { broadHabitat: 'Lakes', habitatType: lakes?.id },
  })
  const { rehearsal } = await does(operator, 'SetBiodiversitySupply', project, {
    given: { yearsToTargetCondition: 3 },
  })
  const gains = field(rehearsal, 'gainsPerYear')
  expect(gains).toMatchObject({ type: 'List', asked: true, needed: true })
  expect(gains?.items).toEqual([
    { id: '0', name: 'At delivery' },
    { id: '1', name: 'At year 1' },
    { id: '2', name: 'Year 2' },
    { id: '3', name: 'Year 3' },
  ])
  expect(gains?.fields).toMatchObject([{ id: 'gain', type: 'Number', needed: true, shape: { minimum: 0 } }])
  expect(await market.store.read.list('service', { projectId: project.id ?? '' })).toMatchObject([
    { habitatType: lakes?.id, gainsPerYear: [10_000, 10_000, 10_000, 10_000] },
  ])
})

it('a program decides each service of a project under one of the offered standards', async () => {
  await does(operator, 'AddScreeningOutcome', project, { given: { outcome: 'Pass' } })
  const form = await operator.form('SetCertificationDecision', project)
  const services = field(form, 'serviceCertifications')
  expect(services?.fields).toMatchObject([
    { id: 'decision', needed: true },
    { id: 'standardId', needed: true },
  ])
  const standards = services?.fields?.find(({ id }) => id === 'standardId')?.options
  const decisions = (standardId?: string) =>
    services?.items?.map(({ id }) => ({ id, decision: 'Yes', standardId }))
  const wrong = await operator.rehearses('SetCertificationDecision', project, {
    serviceCertifications: decisions('NA'),
  })
  expect(wrong.messages).toContainEqual({
    field: `serviceCertifications.${services?.items?.[0]?.id}.standardId`,
    message: 'Must choose a standard',
  })
  expect(wrong.changes).toBe(null)
  const { rehearsal } = await does(operator, 'SetCertificationDecision', project, {
    given: {
      assessedByDate: '2026-06-10',
      reviewedByDate: '2026-06-11',
      serviceCertifications: decisions(standards?.find(({ id }) => id !== 'NA')?.id),
    },
    uploads: sampleDocument('statement'),
  })
  expect(rehearsal.changes?.statuses).toMatchObject([
    { kind: 'service', from: 'PendingCertification', to: 'Certified' },
    { kind: 'project', from: 'Screened', to: 'Certified' },
  ])
  expect(rehearsal.changes?.credits).toMatchObject([{ creditType: 'Biodiversity', from: null, to: 'None' }])
})
