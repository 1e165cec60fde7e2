import { NoSuchPage } from './shared/no-such-page.tsx'

/** There is no such page. */
export const NotFoundPage = () => <NoSuchPage />
