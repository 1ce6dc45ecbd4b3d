import { z } from 'zod'
import { hostsOf } from '#db/hosts.ts'
import { setting } from './setting.ts'

const count = (usual: number) => z.coerce.number().int().min(1).max(100_000).default(usual)
const text = z.string().trim().min(1)
/** An address of PostgreSQL, with one host or several. */
const postgresUrl = text.superRefine((url, issues) => {
  try {
    hostsOf(url)
  } catch (error) {
    issues.addIssue({ code: 'custom', message: (error as Error).message })
  }
})

/** The settings that belong to no other service. */
export const generalFields = {
  PORT: setting('the port to listen on', z.coerce.number().int().min(0).max(65535).default(3000)),
  HOST: setting('the address to listen on', text.default('0.0.0.0')),
  WORKERS: setting(
    'how many processes serve on this port; more than one needs a `DATABASE_URL`',
    z.coerce.number().int().min(1).max(64).default(1),
  ),
  RELOAD_SECONDS: setting(
    'how long a new process of a reload may take to serve, its migrations included, before it is ended',
    z.coerce.number().int().min(1).max(86_400).default(3600),
  ),
  BASE_URL: setting(
    'the address people use; needed in production. With `https:` cookies are `__Host-` and `Secure`',
    z.url({ protocol: /^https?$/ }).optional(),
    '`http://localhost:PORT`',
  ),
  DATA_DIR: setting('the embedded database, photos, kept mail and built files', text.default('./data')),
  DATABASE_URL: setting(
    'PostgreSQL 15 or later instead of the embedded database; several hosts: `…@db1:5432,db2:5432/hiram`',
    postgresUrl.optional(),
  ),
  DATABASE_REPLICA_URL: setting(
    'a streaming replica of it, which guests read from while it keeps up',
    postgresUrl.refine((url) => hostsOf(url).length === 1, 'name one host').optional(),
  ),
  DATABASE_POOL: setting('connections to it', z.coerce.number().int().min(1).max(200).default(10)),
  DATABASE_PREPARE: setting(
    '`0` behind a PgBouncer older than 1.21, which can’t have prepared statements',
    z.enum(['0', '1']).default('1'),
  ),
  EVENTS_URL: setting(
    'what carries live events between processes: `redis://…`, which counts limits too, or a `postgres://…`',
    z
      .url({ protocol: /^rediss?$/ })
      .or(postgresUrl)
      .optional(),
    '`DATABASE_URL`',
  ),
  ALLOW_EMBEDDED: setting(
    '`1` lets production run on the embedded database, which a power cut can damage',
    z.enum(['0', '1']).default('0'),
  ),
  SESSION_SECRET: setting(
    'signs session cookies; needed in production, 32 characters or more',
    text.optional(),
    'made and kept in `DATA_DIR`',
  ),
  SITE_NAME: setting('how the site calls itself', text.default('Hiram')),
  SUPPORT_EMAIL: setting('where people write', z.email().default('support@hiram.test')),
  SMTP_URL: setting('where mail is sent; needed in production', z.url({ protocol: /^smtps?$/ }).optional()),
  MAIL_FROM: setting('whom mail is from', text.default('Hiram <hello@hiram.test>')),
  ADMIN_EMAIL: setting('the first admin, opened at the first start', z.email().optional()),
  ADMIN_PASSWORD: setting('goes with `ADMIN_EMAIL`', text.optional()),
  ADMIN_TWO_FACTOR: setting(
    '`required`: admins set up two-factor log-in before they can do anything; or `optional`',
    z.enum(['required', 'optional']).optional(),
    '`required` in production, otherwise `optional`',
  ),
  ADMIN_FOUR_EYES: setting(
    '`1`: a payout, one taken back, a refund by hand or goodwill waits until another admin confirms it',
    z.enum(['0', '1']).default('0'),
  ),
  TRUST_PROXY: setting(
    'how many proxies of yours stand in front; only then are forwarded addresses believed',
    z.coerce.number().int().min(0).max(5).default(0),
  ),
  REPLY_HOURS: setting(
    'how long an owner has to answer a request, and never after its start date; then it is rejected',
    z.coerce.number().int().min(1).max(720).default(48),
  ),
  LIMIT_CASH_PENDING: setting(
    'the most Cash on Delivery rentals of a renter that wait for an answer',
    count(20),
  ),
  LIMIT_CASH_PER_OWNER: setting('the most of them with one owner', count(20)),
  LIMIT_CASH_UNCONFIRMED: setting('the most of them while the renter’s email is not confirmed', count(5)),
  LIMIT_UNPAID_ORDERS: setting('the most online orders of a renter that wait for their payment', count(5)),
  MAX_CONNECTIONS: setting(
    'how many connections a network may hold at once; behind proxies, how many requests',
    z.coerce.number().int().min(10).max(100_000).default(500),
  ),
  METRICS_TOKEN: setting(
    'who sends it as a bearer token may read `/metrics`; 16 characters or more. Without it there is no such address',
    text.min(16).optional(),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'a collector that takes traces by OTLP over HTTP, such as `http://localhost:4318`',
    z.url({ protocol: /^https?$/ }).optional(),
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    'which part of the requests and jobs is traced, from 0 to 1',
    z.coerce.number().min(0).max(1).default(1),
  ),
  SOURCE_COMMIT: setting(
    'the commit that runs, for the health page',
    text.max(40).optional(),
    'that of the folder, where it is a clone',
  ),
  DRAIN_SECONDS: setting(
    'for how many seconds a server that is told to stop serves on, unhealthy, so that balancers leave it',
    z.coerce.number().int().min(0).max(15).default(0),
  ),
  LOG_LEVEL: setting(
    '`silent`, `error`, `warn`, `info` or `debug`; JSON lines on standard output',
    z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  ),
}
