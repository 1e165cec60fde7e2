import { lazyComponent } from '../parts/chunk.ts'

/** Sign-in page, loaded on demand because signed-in users do not need it. */
export const SignIn = lazyComponent(async () => (await import('./sign-in-page.tsx')).SignInPage)
