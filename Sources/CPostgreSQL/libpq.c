#include "CPostgreSQL.h"

#include <dlfcn.h>
#include <pthread.h>

/// The functions of the loaded library.
static struct {
    bool is_loaded;
    __typeof__(PQclear) *PQclear;
    __typeof__(PQcmdStatus) *PQcmdStatus;
    __typeof__(PQcmdTuples) *PQcmdTuples;
    __typeof__(PQconndefaults) *PQconndefaults;
    __typeof__(PQconnectPoll) *PQconnectPoll;
    __typeof__(PQconnectStart) *PQconnectStart;
    __typeof__(PQconnectdb) *PQconnectdb;
    __typeof__(PQconnectionNeedsPassword) *PQconnectionNeedsPassword;
    __typeof__(PQconninfoFree) *PQconninfoFree;
    __typeof__(PQconninfoParse) *PQconninfoParse;
    __typeof__(PQconsumeInput) *PQconsumeInput;
    __typeof__(PQdescribePrepared) *PQdescribePrepared;
    __typeof__(PQenterPipelineMode) *PQenterPipelineMode;
    __typeof__(PQerrorMessage) *PQerrorMessage;
    __typeof__(PQexec) *PQexec;
    __typeof__(PQexecPrepared) *PQexecPrepared;
    __typeof__(PQexitPipelineMode) *PQexitPipelineMode;
    __typeof__(PQfinish) *PQfinish;
    __typeof__(PQfname) *PQfname;
    __typeof__(PQfreemem) *PQfreemem;
    __typeof__(PQftable) *PQftable;
    __typeof__(PQftype) *PQftype;
    __typeof__(PQgetResult) *PQgetResult;
    __typeof__(PQgetisnull) *PQgetisnull;
    __typeof__(PQgetlength) *PQgetlength;
    __typeof__(PQgetvalue) *PQgetvalue;
    __typeof__(PQisBusy) *PQisBusy;
    __typeof__(PQnfields) *PQnfields;
    __typeof__(PQnparams) *PQnparams;
    __typeof__(PQntuples) *PQntuples;
    __typeof__(PQparameterStatus) *PQparameterStatus;
    __typeof__(PQparamtype) *PQparamtype;
    __typeof__(PQpipelineSync) *PQpipelineSync;
    __typeof__(PQprepare) *PQprepare;
    __typeof__(PQputCopyData) *PQputCopyData;
    __typeof__(PQputCopyEnd) *PQputCopyEnd;
    __typeof__(PQresultErrorField) *PQresultErrorField;
    __typeof__(PQresultStatus) *PQresultStatus;
    __typeof__(PQsendQuery) *PQsendQuery;
    __typeof__(PQsendQueryPrepared) *PQsendQueryPrepared;
    __typeof__(PQsetErrorVerbosity) *PQsetErrorVerbosity;
    __typeof__(PQsetNoticeReceiver) *PQsetNoticeReceiver;
    __typeof__(PQsetSingleRowMode) *PQsetSingleRowMode;
    __typeof__(PQsocket) *PQsocket;
    __typeof__(PQstatus) *PQstatus;
    __typeof__(PQtransactionStatus) *PQtransactionStatus;
} pq;

/// Looks up a function of the library, and stores its address in `*function`. Returns false if the library lacks the
/// function.
static bool find(void *library, const char *name, void *function) {
    void *found = dlsym(library, name);
    *(void **)function = found;
    return found != NULL;
}

#define FIND(name) find(library, #name, &pq.name)

static void load(void) {
    static void *library;
    // The last number of the file name is the version of the library's binary interface, which has been the same since
    // 2006.
    if (library == NULL) library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    pq.is_loaded = library != NULL && FIND(PQclear) && FIND(PQcmdStatus) && FIND(PQcmdTuples) && FIND(PQconndefaults)
        && FIND(PQconnectPoll) && FIND(PQconnectStart) && FIND(PQconnectdb) && FIND(PQconnectionNeedsPassword)
        && FIND(PQconninfoFree) && FIND(PQconninfoParse) && FIND(PQconsumeInput) && FIND(PQdescribePrepared)
        && FIND(PQenterPipelineMode) && FIND(PQerrorMessage) && FIND(PQexec) && FIND(PQexecPrepared)
        && FIND(PQexitPipelineMode) && FIND(PQfinish) && FIND(PQfname) && FIND(PQfreemem) && FIND(PQftable)
        && FIND(PQftype) && FIND(PQgetResult) && FIND(PQgetisnull) && FIND(PQgetlength) && FIND(PQgetvalue)
        && FIND(PQisBusy) && FIND(PQnfields) && FIND(PQnparams) && FIND(PQntuples) && FIND(PQparameterStatus)
        && FIND(PQparamtype) && FIND(PQpipelineSync) && FIND(PQprepare) && FIND(PQputCopyData) && FIND(PQputCopyEnd)
        && FIND(PQresultErrorField) && FIND(PQresultStatus) && FIND(PQsendQuery) && FIND(PQsendQueryPrepared)
        && FIND(PQsetErrorVerbosity) && FIND(PQsetNoticeReceiver) && FIND(PQsetSingleRowMode) && FIND(PQsocket)
        && FIND(PQstatus) && FIND(PQtransactionStatus);
}

bool cpostgresql_load(void) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    if (!pq.is_loaded) load();
    bool is_loaded = pq.is_loaded;
    pthread_mutex_unlock(&mutex);
    return is_loaded;
}

void PQclear(PGresult *res) { pq.PQclear(res); }
char *PQcmdStatus(PGresult *res) { return pq.PQcmdStatus(res); }
char *PQcmdTuples(PGresult *res) { return pq.PQcmdTuples(res); }
PQconninfoOption *PQconndefaults(void) { return pq.PQconndefaults(); }
PostgresPollingStatusType PQconnectPoll(PGconn *conn) { return pq.PQconnectPoll(conn); }
PGconn *PQconnectStart(const char *conninfo) { return pq.PQconnectStart(conninfo); }
PGconn *PQconnectdb(const char *conninfo) { return pq.PQconnectdb(conninfo); }
int PQconnectionNeedsPassword(const PGconn *conn) { return pq.PQconnectionNeedsPassword(conn); }
void PQconninfoFree(PQconninfoOption *connOptions) { pq.PQconninfoFree(connOptions); }
PQconninfoOption *PQconninfoParse(const char *conninfo, char **errmsg) { return pq.PQconninfoParse(conninfo, errmsg); }
int PQconsumeInput(PGconn *conn) { return pq.PQconsumeInput(conn); }
PGresult *PQdescribePrepared(PGconn *conn, const char *stmt) { return pq.PQdescribePrepared(conn, stmt); }
int PQenterPipelineMode(PGconn *conn) { return pq.PQenterPipelineMode(conn); }
char *PQerrorMessage(const PGconn *conn) { return pq.PQerrorMessage(conn); }
PGresult *PQexec(PGconn *conn, const char *query) { return pq.PQexec(conn, query); }
PGresult *PQexecPrepared(PGconn *conn, const char *stmtName, int nParams, const char *const *paramValues,
    const int *paramLengths, const int *paramFormats, int resultFormat) {
    return pq.PQexecPrepared(conn, stmtName, nParams, paramValues, paramLengths, paramFormats, resultFormat);
}
int PQexitPipelineMode(PGconn *conn) { return pq.PQexitPipelineMode(conn); }
void PQfinish(PGconn *conn) { pq.PQfinish(conn); }
char *PQfname(const PGresult *res, int field_num) { return pq.PQfname(res, field_num); }
void PQfreemem(void *ptr) { pq.PQfreemem(ptr); }
Oid PQftable(const PGresult *res, int field_num) { return pq.PQftable(res, field_num); }
Oid PQftype(const PGresult *res, int field_num) { return pq.PQftype(res, field_num); }
PGresult *PQgetResult(PGconn *conn) { return pq.PQgetResult(conn); }
int PQgetisnull(const PGresult *res, int tup_num, int field_num) { return pq.PQgetisnull(res, tup_num, field_num); }
int PQgetlength(const PGresult *res, int tup_num, int field_num) { return pq.PQgetlength(res, tup_num, field_num); }
char *PQgetvalue(const PGresult *res, int tup_num, int field_num) { return pq.PQgetvalue(res, tup_num, field_num); }
int PQisBusy(PGconn *conn) { return pq.PQisBusy(conn); }
int PQnfields(const PGresult *res) { return pq.PQnfields(res); }
int PQnparams(const PGresult *res) { return pq.PQnparams(res); }
int PQntuples(const PGresult *res) { return pq.PQntuples(res); }
const char *PQparameterStatus(const PGconn *conn, const char *paramName) {
    return pq.PQparameterStatus(conn, paramName);
}
Oid PQparamtype(const PGresult *res, int param_num) { return pq.PQparamtype(res, param_num); }
int PQpipelineSync(PGconn *conn) { return pq.PQpipelineSync(conn); }
PGresult *PQprepare(PGconn *conn, const char *stmtName, const char *query, int nParams, const Oid *paramTypes) {
    return pq.PQprepare(conn, stmtName, query, nParams, paramTypes);
}
int PQputCopyData(PGconn *conn, const char *buffer, int nbytes) { return pq.PQputCopyData(conn, buffer, nbytes); }
int PQputCopyEnd(PGconn *conn, const char *errormsg) { return pq.PQputCopyEnd(conn, errormsg); }
char *PQresultErrorField(const PGresult *res, int fieldcode) { return pq.PQresultErrorField(res, fieldcode); }
ExecStatusType PQresultStatus(const PGresult *res) { return pq.PQresultStatus(res); }
int PQsendQuery(PGconn *conn, const char *query) { return pq.PQsendQuery(conn, query); }
int PQsendQueryPrepared(PGconn *conn, const char *stmtName, int nParams, const char *const *paramValues,
    const int *paramLengths, const int *paramFormats, int resultFormat) {
    return pq.PQsendQueryPrepared(conn, stmtName, nParams, paramValues, paramLengths, paramFormats, resultFormat);
}
PGVerbosity PQsetErrorVerbosity(PGconn *conn, PGVerbosity verbosity) { return pq.PQsetErrorVerbosity(conn, verbosity); }
PQnoticeReceiver PQsetNoticeReceiver(PGconn *conn, PQnoticeReceiver proc, void *arg) {
    return pq.PQsetNoticeReceiver(conn, proc, arg);
}
int PQsetSingleRowMode(PGconn *conn) { return pq.PQsetSingleRowMode(conn); }
int PQsocket(const PGconn *conn) { return pq.PQsocket(conn); }
ConnStatusType PQstatus(const PGconn *conn) { return pq.PQstatus(conn); }
PGTransactionStatusType PQtransactionStatus(const PGconn *conn) { return pq.PQtransactionStatus(conn); }
