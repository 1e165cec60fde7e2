import { sql } from 'kysely'
import type { ScheduledJob } from '../tasks/schedule.ts'
import { actOnEach } from './act-on-each.ts'

/** Certificates made in one run, so that other jobs get their turn. */
const AT_A_TIME = 500

/**
 * Makes certificates for everything from before the market issued any: one for each stage that was reached and has
 * none.
 */
export const issueMissingCertificates: ScheduledJob = {
  name: 'certify what has no certificate',
  atAnyTime: true,
  run: async ({ runtime, stopping }) => {
    const { rows } = await sql<{ kind: 'requirement' | 'project'; subjectId: string }>`
      select * from (
        select 'requirement' as kind, id as subject_id from requirement
        where status = any('{RightsAllocated,CreditsIssued,CreditsRedeemed,Retired}')
          and exists (select from credit where credit.requirement_id = requirement.id)
          and not exists (select from certificate where subject_kind = 'requirement' and subject_id = requirement.id
            and certificate.kind = case requirement.status when 'RightsAllocated' then 'rights'
              when 'CreditsIssued' then 'issue' when 'CreditsRedeemed' then 'redemption' else 'retirement' end)
        union all
        select distinct 'project', project_id from credit
        where requirement_id is null and status = any('{Issued,Retired}')
          and not exists (select from certificate where subject_kind = 'project' and subject_id = project_id
            and certificate.kind = any('{issue,retirement}'))) as lacking
      limit ${AT_A_TIME}`.execute(runtime.store.db)
    await actOnEach({ runtime, stopping }, 'MakeCertificate', rows)
  },
}
