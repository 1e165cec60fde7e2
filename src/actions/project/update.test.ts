import { describe, expect, it } from 'vitest'
import { warnings } from '../kit/judge.ts'
import { act, facts } from '#test/builders/act'
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
  it('updating a project warns that a type not compatible with the service removes it', () => {
    expect(warnings(update, answers, project, facts(given))).toEqual({
      typeId: 'Not compatible with the current project service, choosing this will remove the service',
    })
    expect(warnings(update, { ...answers, typeId: 'WetlandCreation' }, project, facts(given))).toEqual({})
  })

  it('a project type that is not compatible removes the service, and the credit type with it', () => {
    const [saved, removed] = act(update, project, answers, { given })
    expect(saved).toMatchObject({ patch: { typeId: 'PondCreation', creditTypes: ['Biodiversity'] } })
    expect(removed).toMatchObject({ change: 'remove', kind: 'service', id: 'wetland-phosphorous' })
  })

  it('a project type that is compatible keeps the service', () => {
    expect(act(update, project, { ...answers, typeId: 'WetlandCreation' }, { given })).toHaveLength(1)
  })

  it('updating asks a fixed-term project for its durations, and no other', () => {
    expect(() => act(update, project, { ...answers, isFixedTerm: true }, { given })).toThrow('Field required')
    const [saved] = act(update, project, { ...answers, mitigationDurations: ['OneYear'] }, { given })
    expect(saved).toMatchObject({ patch: { isFixedTerm: false, mitigationDurations: [] } })
  })
})
