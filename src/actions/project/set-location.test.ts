import { describe, expect, it } from 'vitest'
import { isShown, judge } from '../kit/judge.ts'
import { facts } from '#test/builders/act'
import { setLocation } from './set-location.ts'

const given = facts({
  creditTypes: [
    { id: 'Biodiversity', name: 'Biodiversity units' },
    { id: 'NutrientMitigationPhosphorous', name: 'Phosphorous credits' },
  ],
  ncas: [{ id: 'NCA143', name: 'Mid Somerset Hills' }],
  lpas: [{ id: 'Somerset', name: 'Somerset' }],
  subcatchments: [{ id: 'Tone', name: 'Tone' }],
})

describe('the location of a project', () => {
  it('the location of a project with Biodiversity requires the national character area', () => {
    const answers = { creditTypes: ['Biodiversity'], lpa: 'Somerset' }
    expect(judge(setLocation, answers, given)).toEqual({ nca: 'Field required' })
    expect(isShown(setLocation, 'subcatchment', answers, given)).toBe(false)
  })

  it('the location of a project with nitrogen or phosphorous requires the subcatchment', () => {
    const answers = { creditTypes: ['NutrientMitigationPhosphorous'], lpa: 'Somerset' }
    expect(judge(setLocation, answers, given)).toEqual({ subcatchment: 'Field required' })
    expect(isShown(setLocation, 'nca', answers, given)).toBe(false)
  })

  it('the location of a project knows only the credit types that the round trades', () => {
    const answers = { creditTypes: ['NutrientMitigationNitrogen'], subcatchment: 'Tone', lpa: 'Somerset' }
    expect(judge(setLocation, answers, given)).toEqual({ creditTypes: 'Choose one of the list' })
  })
})
