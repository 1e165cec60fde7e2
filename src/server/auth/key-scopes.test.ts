import { expect, it } from 'vitest'
import { allActions } from '#actions/index'
import { NOBODY, type Actor } from '#domain/actor'
import { KEY_SCOPES, type KeyScope } from '#domain/api-key'
import { refuseByKey } from './key-scopes.ts'

const withKey = (scopes: readonly KeyScope[]): Actor => ({
  ...NOBODY,
  userId: 'fay',
  byKey: { id: 'key', scopes },
})
const runs = (scopes: readonly KeyScope[]) =>
  allActions.filter(action => {
    try {
      refuseByKey(action, withKey(scopes))
      return true
    } catch {
      return false
    }
  })
const named = (actions: ReturnType<typeof runs>) => new Set(actions.map(({ on, name }) => `${on}.${name}`))

it('no key does what needs a fresh code, or what is about accounts, organisations, authority or settings', () => {
  const all = runs(KEY_SCOPES)
  expect(all.filter(({ stepUp }) => stepUp).map(({ name }) => name)).toEqual([])
  const others = all.filter(
    ({ on }) => !/^((project|requirement)(s|Group)?|(round|market)s?|participation)$/.test(on),
  )
  // What an organisation begins in a round is begun on its page.
  expect(named(others)).toEqual(
    new Set(
      ['ExpressInterest', 'RegisterAsParticipant', 'RegisterNewProject', 'RegisterNewCreditRequirement']
        .concat([
          'CreateProject',
          'CreateCreditRequirement',
          'CreateProjectGroup',
          'CreateCreditRequirementGroup',
        ])
        .map(name => `organisation.${name}`),
    ),
  )
})

it('a key that reads does nothing, and one that registers makes no offer', () => {
  expect(runs(['read'])).toEqual([])
  const registering = named(runs(['read', 'register']))
  expect(registering).toContain('project.Register')
  expect(registering).not.toContain('project.SetOffer')
  expect(registering).not.toContain('project.SetCosts')
  expect(named(runs(['read', 'offer']))).toContain('requirement.SetBid')
})

it('a person is let through, whatever it is', () => {
  for (const action of allActions) expect(() => refuseByKey(action, NOBODY)).not.toThrow()
})
