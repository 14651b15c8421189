import { Visitor, parseSync } from 'vite';

/** One file of the house: its path from the project's root, with slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** One place where a file names another module. */
export interface SourceImport {
  readonly specifier: string;
  /** `default`, `*`, or the names as they are called in the other module. */
  readonly names: readonly string[];
  /** Nothing of it is there at run time. */
  readonly typeOnly: boolean;
  readonly kind: 'import' | 'export' | 'dynamic';
}

/** What the rules need to know of a file's text. */
export interface ParsedSource {
  readonly imports: readonly SourceImport[];
  readonly awaitsAtTopLevel: boolean;
  /** Every statement hands on what another file exports. */
  readonly onlyReExports: boolean;
}

type Program = ReturnType<typeof parseSync>['program'];
type ModuleRecord = ReturnType<typeof parseSync>['module'];

/** Reads a file's imports of every form: static, type-only, `export … from`, `import()`, `import('…').T`, `require()`. */
export function parseSource({ path, text }: SourceFile): ParsedSource {
  const { program, module: record, errors } = parseSync(path, text, { sourceType: 'module' });
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path} can't be parsed: ${error.message}`);
  const statements = program.body;
  return {
    imports: [...staticImports(record), ...reExports(record), ...findCalls(program)],
    awaitsAtTopLevel: awaitsAtTopLevel(program),
    onlyReExports:
      statements.length > 0 &&
      statements.every(
        (statement) =>
          statement.type === 'ExportAllDeclaration' ||
          (statement.type === 'ExportNamedDeclaration' && statement.source !== null),
      ),
  };
}

function staticImports(record: ModuleRecord): readonly SourceImport[] {
  return record.staticImports.map((statement) => ({
    specifier: statement.moduleRequest.value,
    names: statement.entries.map(({ importName }) =>
      importName.kind === 'Name' ? (importName.name ?? '') : importName.kind === 'Default' ? 'default' : '*',
    ),
    typeOnly: statement.entries.length > 0 && statement.entries.every((entry) => entry.isType),
    kind: 'import',
  }));
}

function reExports(record: ModuleRecord): readonly SourceImport[] {
  return record.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName, isType }): readonly SourceImport[] =>
      moduleRequest === null
        ? []
        : [{ specifier: moduleRequest.value, names: [importName.name ?? '*'], typeOnly: isType, kind: 'export' }],
    ),
  );
}

function findCalls(program: Program): readonly SourceImport[] {
  const found: SourceImport[] = [];
  const add = (source: unknown, typeOnly: boolean) => {
    if (typeof source !== 'object' || source === null || !('value' in source)) return;
    if (typeof source.value === 'string') {
      found.push({ specifier: source.value, names: ['*'], typeOnly, kind: 'dynamic' });
    }
  };
  new Visitor({
    ImportExpression: (node) => add(node.source, false),
    TSImportType: (node) => add(node.source, true),
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') add(node.arguments[0], false);
    },
  }).visit(program);
  return found;
}

function awaitsAtTopLevel(program: Program): boolean {
  let depth = 0;
  let found = false;
  const enter = () => void (depth += 1);
  const leave = () => void (depth -= 1);
  const meet = () => void (found ||= depth === 0);
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    AwaitExpression: meet,
    ForOfStatement: (node) => {
      if (node.await) meet();
    },
  }).visit(program);
  return found;
}
