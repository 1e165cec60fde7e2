import { fetched } from '../shell/chunk.ts'

/** The sign-in page, which those who are signed in need not wait for. */
export const SignIn = fetched(async () => (await import('./sign-in-page.tsx')).SignInPage)
