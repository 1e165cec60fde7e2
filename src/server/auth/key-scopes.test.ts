import { expect, it } from 'vitest'
import { allActions } from '#actions/index'
import { ANONYMOUS, type Actor } from '#domain/people/actor'
import { KEY_SCOPES, type KeyScope } from '#domain/people/api-key'
import { refuseOutsideKeyScopes } from './key-scopes.ts'

const withKey = (scopes: readonly KeyScope[]): Actor => ({
  ...ANONYMOUS,
  userId: 'fay',
  byKey: { id: 'key', scopes },
})
const runs = (scopes: readonly KeyScope[]) =>
  allActions.filter(action => {
    try {
      refuseOutsideKeyScopes(action, withKey(scopes))
      return true
    } catch {
      return false
    }
  })
const named = (actions: ReturnType<typeof runs>) => new Set(actions.map(({ on, name }) => `${on}.${name}`))

it('no key does what needs a fresh code, or manages accounts, organisations, authority or settings', () => {
  const all = runs(KEY_SCOPES)
  expect(all.filter(({ stepUp }) => stepUp).map(({ name }) => name)).toEqual([])
  const others = all.filter(
    ({ on }) => !/^((project|requirement)(s|Group)?|(round|market)s?|participation)$/.test(on),
  )
  // Actions that an organisation starts in a round are on the round's page, and so are its questions; a case has papers.
  expect(named(others)).toEqual(
    new Set(
      ['ExpressInterest', 'RegisterAsParticipant', 'RegisterNewProject', 'RegisterNewCreditRequirement']
        .concat([
          'CreateProject',
          'CreateCreditRequirement',
          'CreateProjectGroup',
          'CreateCreditRequirementGroup',
          'AddProjectsFromSheet',
        ])
        .map(name => `organisation.${name}`)
        .concat('roundQuestions.AskQuestion', 'case.FilePaper'),
    ),
  )
})

it('a read-only key changes nothing, and a key for registration makes no offer', () => {
  expect(runs(['read'])).toEqual([])
  const registering = named(runs(['read', 'register']))
  expect(registering).toContain('project.Register')
  expect(registering).not.toContain('project.SetOffer')
  expect(registering).not.toContain('project.SetCosts')
  expect(named(runs(['read', 'offer']))).toContain('requirement.SetBid')
})

it('a signed-in person is not limited by key scopes', () => {
  for (const action of allActions) expect(() => refuseOutsideKeyScopes(action, ANONYMOUS)).not.toThrow()
})
