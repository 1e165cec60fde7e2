import { describe, expect, it } from 'vitest'
import { validateAnswers } from '../kit/judge.ts'
import { createFormFacts, statusAfterAction } from '#test/builders/act'
import { aProject } from '#test/builders/market'
import { completeProjectRegistration } from './complete-registration.ts'

const project = aProject({ status: 'Provisional' })

describe('Complete registration of a project', () => {
  it('is refused while there are issues', () => {
    const given = createFormFacts({ issues: ['No location is given'], canSkip: false })
    expect(validateAnswers(completeProjectRegistration, { confirmed: true }, given)).toEqual({
      form: 'Fix the above issues before trying again',
    })
  })

  it('needs a confirmation, and asks whether to skip certification where that is possible', () => {
    expect(
      validateAnswers(
        completeProjectRegistration,
        { confirmed: false },
        createFormFacts({ issues: [], canSkip: true }),
      ),
    ).toEqual({
      skip: 'Field required',
      confirmed: 'Must be confirmed',
    })
  })

  it('makes the project Certified when certification is skipped, otherwise Registered', () => {
    const given = { issues: [], canSkip: true }
    expect(
      statusAfterAction(completeProjectRegistration, project, { skip: true, confirmed: true }, given),
    ).toBe('Certified')
    expect(
      statusAfterAction(completeProjectRegistration, project, { skip: false, confirmed: true }, given),
    ).toBe('Registered')
  })

  it('ignores a request to skip certification where that is not allowed', () => {
    const given = { issues: [], canSkip: false }
    expect(
      statusAfterAction(completeProjectRegistration, project, { skip: true, confirmed: true }, given),
    ).toBe('Registered')
  })
})
