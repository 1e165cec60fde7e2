import { expect } from 'vitest'
import type { SignInApi } from './browser.ts'

/** A person’s browser. */
export type Browser = ReturnType<SignInApi['browser']>

/** Cookies that a browser keeps besides its session while it is at a provider. */
export const providerCookies = new WeakMap<Browser, string>()

/** Goes to a provider; returns its address. */
export const goToProvider = async (user: Browser, id = 'council', redirect = '/projects') => {
  const answer = await user.get(`provider/${id}?redirect=${encodeURIComponent(redirect)}`)
  expect(answer.statusCode).toBe(303)
  const cookie = answer.cookies.find(({ name }) => name === 'traveller')
  if (cookie) providerCookies.set(user, `traveller=${cookie.value}`)
  return String(answer.headers.location)
}

/** Returns from the provider; gives the address that it leads to. */
export const returnFromProvider = async (user: Browser, address: string) => {
  const { pathname, search } = new URL(address)
  const cookie = [user.jar.cookie, user.jar.device, providerCookies.get(user)].filter(Boolean).join('; ')
  const answer = await user.send('GET', `${pathname}${search}`, undefined, { cookie })
  expect(answer.statusCode).toBe(303)
  return String(answer.headers.location)
}
