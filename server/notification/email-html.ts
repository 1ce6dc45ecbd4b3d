import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Column } from '@react-email/column'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Row } from '@react-email/row'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { createElement as h, Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { pathByLogIn } from '#domain/account/return-path.ts'
import { tidyLine } from '#domain/text.ts'
import {
  choicesPath,
  postalLine,
  type EmailContent,
  type EmailFrame,
  type Piece,
  withLinks,
} from './email-content.ts'
import { look, sheet } from './email-styles.ts'

/** The doctype that mail programs expect; React Email writes the same. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" ' +
  '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** An email content as the HTML of a mail. All texts are escaped. */
export const emailHtml = (email: EmailContent, frame: EmailFrame): string =>
  doctype + renderToStaticMarkup(template(email, frame))

/** The one template of every mail. */
function template(email: EmailContent, frame: EmailFrame) {
  const { subject, lead } = email
  const { baseUrl, siteName } = frame
  return h(
    Html,
    { lang: 'en' },
    h(
      Head,
      null,
      h('title', null, tidyLine(subject)),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', { dangerouslySetInnerHTML: { __html: sheet } }),
    ),
    h(
      Body,
      { className: 'page', style: look.page },
      h(Preview, null, lead),
      h(
        Container,
        { width: '576', style: look.middle },
        h(
          Row,
          null,
          h(
            Column,
            { style: look.around },
            h(
              Text,
              { style: look.brand },
              h(Link, { href: baseUrl, className: 'accent', style: look.brandName }, siteName),
            ),
            cardOf(email, frame),
            footerOf(frame),
          ),
        ),
      ),
    ),
  )
}

const linked = ({ text, href }: Piece, key?: number) =>
  href ? h(Link, { key, href, className: 'accent', style: look.link }, text) : text

/** What the mail says, with its facts and its button. */
function cardOf({ subject, lead, quote, facts, action, note }: EmailContent, frame: EmailFrame) {
  const text = (children: ReactNode) => h(Text, { className: 'ink', style: look.text }, children)
  return h(
    Section,
    { className: 'card', style: look.card },
    h(
      Row,
      null,
      h(
        Column,
        { className: 'inside', style: look.inside },
        h(Heading, { as: 'h1', className: 'ink', style: look.heading }, tidyLine(subject)),
        frame.name ? text(`Hello ${frame.name},`) : null,
        text(lead),
        quote ? h('blockquote', { className: 'ink quote', style: look.quote }, inLines(quote)) : null,
        facts.length > 0 ? factTable(facts) : null,
        action
          ? h(
              Section,
              { style: look.actionArea },
              h(
                Button,
                { href: frame.baseUrl + pathByLogIn(action.path), className: 'button', style: look.button },
                action.label,
              ),
            )
          : null,
        note ? h(Text, { className: 'muted', style: look.note }, withLinks(note, frame).map(linked)) : null,
      ),
    ),
  )
}

/** Why someone gets the mail, how they stop it, and whose it is. */
function footerOf({ why, stop, baseUrl, siteName, supportEmail }: EmailFrame) {
  const text = (...children: ReactNode[]) =>
    h(Text, { className: 'muted', style: look.footerText }, ...children)
  const choice = (href: string, label: string) =>
    h(Link, { href, className: 'accent', style: look.choice }, label)
  return h(
    Section,
    null,
    h(
      Row,
      null,
      h(
        Column,
        { style: look.footer },
        text(why),
        stop
          ? text(
              choice(stop, 'Stop these emails'),
              choice(baseUrl + pathByLogIn(choicesPath), 'All your choices'),
            )
          : null,
        text(
          linked({ text: siteName, href: baseUrl }),
          ` · ${postalLine} · `,
          linked({ text: supportEmail, href: `mailto:${supportEmail}` }),
        ),
      ),
    ),
  )
}

const factTable = (facts: EmailContent['facts']) =>
  h(
    'table',
    { width: '100%', cellPadding: 0, cellSpacing: 0, style: look.facts },
    h(
      'tbody',
      null,
      facts.map(({ label, value }) =>
        h(
          'tr',
          { key: label },
          h('th', { scope: 'row', className: 'muted line', style: look.label }, label),
          h('td', { className: 'ink line', style: look.value }, tidyLine(value)),
        ),
      ),
    ),
  )

const inLines = (text: string) =>
  text.split(/\r?\n/).map((line, i) => h(Fragment, { key: i }, i > 0 ? h('br') : null, line))
