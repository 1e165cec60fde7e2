import { PageNotFound } from './shared/page-boundary.tsx'

/** Page for an unknown address. */
export const NotFoundPage = () => <PageNotFound />
