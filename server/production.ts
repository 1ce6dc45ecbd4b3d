import { enableCompileCache } from 'node:module'
import path from 'node:path'

/*
 * What a program that serves people imports before anything else: React and all libraries are their production
 * builds, whatever the shell says, and modules come compiled from the last start.
 */
process.env.NODE_ENV = 'production'
enableCompileCache(path.resolve(import.meta.dirname, '../.cache/compile'))
