import { describe, expect, it } from 'vitest'
import { formWarnings } from '../kit/judge.ts'
import { runActionForChanges, createFormFacts } from '#test/builders/act'
import { aProject } from '#test/builders/market'
import { update } from './update.ts'

const given = {
  types: [
    {
      id: 'WetlandCreation',
      name: 'Wetland',
      serviceTypes: ['Biodiversity', 'NutrientMitigationPhosphorous'],
    },
    { id: 'PondCreation', name: 'Pond', serviceTypes: ['Biodiversity'] },
  ],
  services: [{ id: 'wetland-phosphorous', type: 'NutrientMitigationPhosphorous' }],
}
const project = aProject({ creditTypes: ['Biodiversity', 'NutrientMitigationPhosphorous'] })
const answers = { name: 'Wetland', typeId: 'PondCreation', isFixedTerm: false }

describe('Update details of a project', () => {
  it('warns that a type not compatible with the service removes it', () => {
    expect(formWarnings(update, answers, project, createFormFacts(given))).toEqual({
      typeId: 'Not compatible with the current project service, choosing this will remove the service',
    })
    expect(
      formWarnings(update, { ...answers, typeId: 'WetlandCreation' }, project, createFormFacts(given)),
    ).toEqual({})
  })

  it('removes the service and its credit type when the new project type is not compatible', () => {
    const [saved, removed] = runActionForChanges(update, project, answers, { given })
    expect(saved).toMatchObject({ patch: { typeId: 'PondCreation', creditTypes: ['Biodiversity'] } })
    expect(removed).toMatchObject({ change: 'remove', kind: 'service', id: 'wetland-phosphorous' })
  })

  it('keeps the service when the new project type is compatible', () => {
    expect(
      runActionForChanges(update, project, { ...answers, typeId: 'WetlandCreation' }, { given }),
    ).toHaveLength(1)
  })

  it('asks only a fixed-term project for durations', () => {
    expect(() => runActionForChanges(update, project, { ...answers, isFixedTerm: true }, { given })).toThrow(
      'Field required',
    )
    const [saved] = runActionForChanges(
      update,
      project,
      { ...answers, mitigationDurations: ['OneYear'] },
      { given },
    )
    expect(saved).toMatchObject({ patch: { isFixedTerm: false, mitigationDurations: [] } })
  })
})
